import type { BoardListRow } from "@retro/contract/boards";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { button, field, openAddress, renderPart } from "../../../testing/page.tsx";
import {
  heldRoute,
  networkError,
  type PageNetwork,
  type PageRequest,
  type Route,
  startPageNetwork,
} from "../../../testing/pageNetwork.ts";
import type { Locale } from "@retro/contract/messages/catalogue";
import { Toasts } from "../../../ui/toasts/Toasts.tsx";
import { BoardsHome } from "./BoardsHome.tsx";
import { createdBoard } from "../testing/createdBoard.ts";

const hourAgo = () => new Date(Date.now() - 2 * 3_600_000).toISOString();
const row = (id: string, title: string, more: Partial<BoardListRow> = {}): BoardListRow => ({
  id,
  title,
  section_count: 2,
  sticker_count: 5,
  visited_at: hourAgo(),
  people: [
    { name: "Ann", options: { color: "#112233", isAvatarStickers: true } },
    { name: "Боб", options: { color: "#332211", isAvatarStickers: true } },
  ],
  sections: [
    { title: "Went well", color: "#ecf8ef", stickers: 4 },
    { title: "To improve", color: null, stickers: 1 },
  ],
  can_edit: true,
  ...more,
});

/** A server with these boards, page by page, which finds titles by the lower-cased words. */
function serve(rows: readonly BoardListRow[]): Route {
  return ({ path }: PageRequest) => {
    const query = new URL(path, "http://server").searchParams;
    const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("per_page"))];
    const found = rows.filter(({ title }) => title.toLowerCase().includes(query.get("q") ?? ""));
    const meta = { total: found.length, page, per_page: size };
    return { data: found.slice((page - 1) * size, page * size), meta };
  };
}

/** Shows the list to a user who has closed the New Board dialog. */
async function openList(
  boards: readonly BoardListRow[] | Route,
  more: Record<string, Route> = {},
  locale: Locale = "en",
) {
  const network = startPageNetwork({
    "GET boards": typeof boards === "object" && "map" in boards ? serve(boards) : boards,
    ...more,
  });
  const opened: string[] = [];
  const { user } = await renderPart(
    <>
      <BoardsHome
        mayMake
        onMayNotMake={() => undefined}
        offerNewBoard={false}
        onOfferEnd={() => undefined}
        onOpen={(id) => opened.push(id)}
        onMove={() => undefined}
        TemplateField={() => null}
        TeamField={() => null}
        TemplateCards={() => null}
      />
      <Toasts closeLabel="Close" />
    </>,
    { locale },
  );
  return { user, network, opened };
}
type User = Awaited<ReturnType<typeof openList>>["user"];

const cards = () => screen.queryAllByRole("link").filter((link) => link.classList.contains("card-link"));
const titles = () => cards().map((card) => card.querySelector(".card-title")?.textContent);
const menuButton = (title: string) => button(`Menu for “${title}”`);
const findMenuButton = (title: string) => screen.findByRole("button", { name: `Menu for “${title}”` });

async function choose(user: User, title: string, item: string): Promise<void> {
  await user.click(await findMenuButton(title));
  await user.click(await screen.findByRole("menuitem", { name: new RegExp(`^${item}`) }));
}
const sent = (network: PageNetwork, method: string) =>
  network.requests.filter((each) => each.method === method).map(({ path, body }) => [path, body]);

describe("the New Board dialog", () => {
  it("leaves the focus on New Board when it is cancelled, also if it opened by itself", async () => {
    startPageNetwork({ "GET boards": serve([]) });
    const { user } = await openAddress("/");
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() =>
      expect(screen.getAllByRole("button", { name: "New Board" })).toContain(document.activeElement),
    );
  });
});

describe("a card", () => {
  it("names the board, and describes it in words that say what the plan shows", async () => {
    await openList([row("b1", "Sprint 1")]);
    const card = await screen.findByRole("link", { name: "Sprint 1" });
    expect(card).toHaveAttribute("href", "/boards/b1");
    expect(card).toHaveAccessibleDescription(
      "2 sections · 5 stickers. Went well: 4 stickers, To improve: 1 sticker. Who was here: Ann, Боб. Opened 2 hours ago",
    );
    const plan = card.closest("li")?.querySelector(".board-plan");
    expect(plan).toHaveAttribute("aria-hidden", "true");
    expect(
      [...(plan?.querySelectorAll(".plan-section") ?? [])].map((one) => one.getAttribute("style")),
    ).toEqual([expect.stringContaining("span 6"), expect.stringContaining("span 6")]);
    const bars = [...(plan?.querySelectorAll<HTMLElement>(".plan-bar") ?? [])];
    const property = (name: string) => bars.map((bar) => bar.style.getPropertyValue(name));
    expect([property("--stickers"), property("--share")]).toEqual([
      ["4", "1"],
      ["1", "0.25"],
    ]);
  });

  it("gives the exact time as the tooltip of the date, in Russian too", async () => {
    await openList([row("b1", "Спринт")], {}, "ru");
    const date = await screen.findByText("Открыта 2 часа назад");
    expect(date).toHaveAttribute("dateTime", expect.stringMatching(/^\d{4}-.*Z$/));
    expect(date.dataset["tip"]).toMatch(/^Открыта .*\d{4} г\. в \d{1,2}:\d{2}$/);
  });

  it("without a summary of its sections has an empty plan", async () => {
    await openList([row("b1", "Huge", { sections: undefined })]);
    const card = await screen.findByRole("link", { name: "Huge" });
    expect(card.closest("li")?.querySelectorAll(".plan-section")).toHaveLength(0);
    expect(card).toHaveAccessibleDescription(/^2 sections · 5 stickers. Who was here/);
  });
});

describe("rename", () => {
  const rename = async (user: User, title: string) => {
    await choose(user, "Sprint 1", "Rename");
    await screen.findByRole("dialog", { name: "Rename board" });
    await user.clear(field("Title"));
    if (title !== "") await user.type(field("Title"), title);
    await user.click(button("Save"));
  };

  it("after a conflict says what the other user wrote, and the next save replaces it", async () => {
    const conflict = {
      status: 409,
      message: "Changed meanwhile",
      data: { title: { text: "Sprint X" } },
      errors: { title: ["Someone has changed this to “Sprint X”. Save again to replace it."] },
    };
    const { user, network } = await openList([row("b1", "Sprint 1")], { "PUT boards/b1": conflict });
    await rename(user, "Sprint 2");
    expect(await screen.findByText(/“Sprint X”/)).toBeInTheDocument();
    network.routes["PUT boards/b1"] = { data: createdBoard };
    await user.click(button("Save"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(sent(network, "PUT").at(-1)?.[1]).toEqual({ title: "Sprint 2", from: { title: "Sprint X" } });
  });

  it("is disabled with the reason while somebody else facilitates the board", async () => {
    const { user } = await openList([row("b1", "Sprint 1", { can_edit: false })]);
    await user.click(await findMenuButton("Sprint 1"));
    const item = await screen.findByRole("menuitem", { name: /^Rename/ });
    expect(item).toHaveAttribute("aria-disabled", "true");
    expect(item).toHaveTextContent("Only the facilitator can rename it right now");
  });
});

describe("copies", () => {
  const made = { ...createdBoard, id: "b2", title: "Sprint 1 (copy)" };

  it("Duplicate adds the copy to the list, and says what was not copied", async () => {
    const { route, answer } = heldRoute({ data: made, meta: { left_out: 2 } });
    const { user, network, opened } = await openList([row("b1", "Sprint 1")], {
      "POST boards/b1/copies": route,
    });
    await choose(user, "Sprint 1", "Duplicate");
    expect(await screen.findByText("Duplicating “Sprint 1”…")).toBeInTheDocument();
    // A second one waits for the first.
    await user.click(menuButton("Sprint 1"));
    expect(screen.queryByRole("menu")).not.toBeInTheDocument();
    network.routes["GET boards"] = serve([row("b2", "Sprint 1 (copy)"), row("b1", "Sprint 1")]);
    answer();
    expect(
      await screen.findByText(
        "“Sprint 1 (copy)” was added to your list. 2 stickers are hidden from you and were not copied.",
      ),
    ).toBeInTheDocument();
    expect(titles()).toEqual(["Sprint 1 (copy)", "Sprint 1"]);
    expect(sent(network, "POST")).toEqual([["boards/b1/copies", { stickers: true }]]);
    expect(opened).toEqual([]);
    await user.click(button("Open"));
    expect(opened).toEqual(["b2"]);
  });

  it("are made one at a time: the menus of the other boards say so", async () => {
    const { route, answer } = heldRoute({ data: made, meta: { left_out: 0 } });
    const { user, network } = await openList([row("b1", "Sprint 1"), row("b3", "Sprint 3")], {
      "POST boards/*": route,
    });
    await choose(user, "Sprint 1", "Duplicate");
    await user.click(menuButton("Sprint 3"));
    for (const name of [/^Duplicate/, /^New board from this one/]) {
      const item = screen.getByRole("menuitem", { name });
      expect(item).toHaveAttribute("aria-disabled", "true");
      expect(item).toHaveTextContent("Another board is being copied");
    }
    answer();
    await waitFor(() =>
      expect(screen.getByRole("menuitem", { name: /^Duplicate/ })).not.toHaveAttribute("aria-disabled"),
    );
    expect(sent(network, "POST")).toEqual([["boards/b1/copies", { stickers: true }]]);
  });

  it("New board from this one opens nothing over what the user has gone on to, but offers the new board", async () => {
    const { route, answer } = heldRoute({ data: made, meta: { left_out: 0 } });
    const network = startPageNetwork({
      "GET boards": serve([row("b1", "Sprint 1"), row("b3", "Sprint 3")]),
      "POST boards/b1/copies": route,
    });
    const { user } = await openAddress("/");
    await screen.findByRole("dialog", { name: "New Board" });
    await user.click(button("Cancel"));
    await choose(user, "Sprint 1", "New board from this one");
    await user.click(screen.getByRole("link", { name: "Sprint 3" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Sprint 1" })).not.toBeInTheDocument());
    answer();
    await screen.findByText("“Sprint 1 (copy)” was added to your list");
    expect(network.calls()).not.toContain("GET boards/b2");
    await user.click(button("Open"));
    await waitFor(() => expect(network.calls()).toContain("GET boards/b2"));
  });

  it("say why they were refused", async () => {
    const message = "Too many requests. Wait a moment and try again";
    const { user } = await openList([row("b1", "Sprint 1")], {
      "POST boards/b1/copies": { status: 429, message, code: "rate_limited" },
    });
    await choose(user, "Sprint 1", "Duplicate");
    expect(await screen.findByText(message)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText(/^Duplicating/)).not.toBeInTheDocument());
  });
});

describe("remove from my list", () => {
  const three = [row("b1", "One"), row("b2", "Two"), row("b3", "Three")];

  it("takes the card away at once and moves the focus to the next one; Undo brings it back", async () => {
    const { user, network } = await openList(three, {
      "DELETE boards/b2/visit": { data: null },
      "PUT boards/b2/visit": { data: null },
    });
    await screen.findByText("Two");
    network.routes["GET boards"] = serve([three[0], three[2]] as BoardListRow[]);
    await choose(user, "Two", "Remove from my list");
    expect(titles()).toEqual(["One", "Three"]);
    expect(menuButton("Three")).toHaveFocus();
    await screen.findByText("“Two” was removed from your list. The board itself still exists.");
    network.routes["GET boards"] = serve(three);
    await user.click(button("Undo"));
    await waitFor(() => expect(titles()).toEqual(["One", "Two", "Three"]));
    expect(network.calls().filter((call) => call.endsWith("/visit"))).toEqual([
      "DELETE boards/b2/visit",
      "PUT boards/b2/visit",
    ]);
  });

  it("counts the boards that are left before the server answers: eight need no search", async () => {
    const nine = Array.from({ length: 9 }, (_, i) => row(`b${i}`, `Sprint ${i}`));
    const { user, network } = await openList(nine, { "DELETE boards/b2/visit": { data: null } });
    await screen.findByRole("searchbox");
    const { route, answer } = heldRoute(serve(nine.filter(({ id }) => id !== "b2")));
    network.routes["GET boards"] = route;
    await choose(user, "Sprint 2", "Remove from my list");
    await waitFor(() => expect(screen.queryByRole("searchbox")).not.toBeInTheDocument());
    answer();
  });

  it("of the last card leaves the empty list and the focus on New Board", async () => {
    const { user, network } = await openList([row("b1", "One")], {
      "DELETE boards/b1/visit": { data: null },
    });
    await screen.findByText("One");
    network.routes["GET boards"] = serve([]);
    await choose(user, "One", "Remove from my list");
    expect(await screen.findByText("No boards yet")).toBeInTheDocument();
    expect(screen.getAllByRole("button", { name: "New Board" })).toContain(document.activeElement);
  });

  it("that is undone while it is on its way is undone after it", async () => {
    const { route, answer } = heldRoute({ data: null });
    const { user, network } = await openList(three, {
      "DELETE boards/b2/visit": route,
      "PUT boards/b2/visit": { data: null },
    });
    await screen.findByText("Two");
    await choose(user, "Two", "Remove from my list");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    const visits = () => network.calls().filter((call) => call.endsWith("/visit"));
    expect(visits()).toEqual(["DELETE boards/b2/visit"]);
    answer();
    await waitFor(() => expect(visits()).toEqual(["DELETE boards/b2/visit", "PUT boards/b2/visit"]));
    await waitFor(() => expect(titles()).toEqual(["One", "Two", "Three"]));
  });

  it("that fails brings the card back and says why", async () => {
    const { user } = await openList(three, { "DELETE boards/b2/visit": networkError });
    await screen.findByText("Two");
    await choose(user, "Two", "Remove from my list");
    expect(await screen.findByText(/^The server cannot be reached/)).toBeInTheDocument();
    await waitFor(() => expect(titles()).toEqual(["One", "Two", "Three"]));
  });
});

describe("the search", () => {
  const nine = Array.from({ length: 9 }, (_, i) => row(`b${i}`, i === 4 ? "Ретро: Ёлка" : `Sprint ${i}`));
  const box = () => screen.getByRole("searchbox", { name: "Search my boards" });
  const statuses = () => screen.getAllByRole("status").map((each) => each.textContent);
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true }),
  );
  afterEach(() => void vi.useRealTimers());

  it("finds in any case at once without a request, says how many, and Escape shows all again", async () => {
    const { user, network } = await openList(nine);
    await screen.findByText("Sprint 0");
    const before = network.calls().length;
    await user.type(box(), "ЕЛ");
    expect(titles()).toEqual(["Ретро: Ёлка"]);
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(statuses()).toContain("1 board found");
    expect(network.calls()).toHaveLength(before);
    await user.keyboard("{Escape}");
    expect(titles()).toHaveLength(9);
    expect(box()).toHaveFocus();
  });

  it("that finds nothing says so and offers all boards", async () => {
    const { user } = await openList(nine);
    await screen.findByText("Sprint 0");
    await user.type(box(), "мимо");
    expect(screen.getByText("Check the spelling, or try another word.")).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(statuses()).toContain("No boards with “мимо” in the title");
    await user.click(button("Show all boards"));
    expect(titles()).toHaveLength(9);
  });

  it("asks the server when the list has more pages, and shows what is on this page meanwhile", async () => {
    const many = Array.from({ length: 60 }, (_, i) => row(`b${i}`, `Sprint ${i}`));
    const { user, network } = await openList(many);
    await screen.findByText("Sprint 0");
    expect(titles()).toHaveLength(24);
    const { route, answer } = heldRoute(serve(many));
    network.routes["GET boards"] = route;
    await user.type(box(), "Sprint 5");
    expect(titles()).toEqual(["Sprint 5"]);
    await act(() => vi.advanceTimersByTimeAsync(200));
    answer();
    await waitFor(() =>
      expect(titles()).toEqual(["Sprint 5", ...Array.from({ length: 10 }, (_, i) => `Sprint 5${i}`)]),
    );
    expect(network.calls().at(-1)).toBe("GET boards?mine=1&per_page=24&q=sprint%205");
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(statuses()).toContain("11 boards found");
  });

  it("offers more boards only when the server has answered", async () => {
    const many = Array.from({ length: 60 }, (_, i) => row(`b${i}`, `Sprint ${i}`));
    const { user, network } = await openList(many);
    expect(await screen.findByRole("button", { name: "Show more boards" })).toBeInTheDocument();
    const { route, answer } = heldRoute(serve(many));
    network.routes["GET boards"] = route;
    await user.type(box(), "Sprint");
    expect(screen.queryByRole("button", { name: "Show more boards" })).not.toBeInTheDocument();
    answer();
    await user.click(await screen.findByRole("button", { name: "Show more boards" }));
    await waitFor(() => expect(titles()).toHaveLength(48));
  });
});

it("the templates appear together with the boards", async () => {
  const { route, answer } = heldRoute(serve([row("b1", "Sprint 1")]));
  await openList(route);
  const templates = (await screen.findByText("Templates")).closest("section") as HTMLElement;
  expect(templates).not.toHaveAttribute("data-ready");
  answer();
  await screen.findByText("Sprint 1");
  expect(templates).toHaveAttribute("data-ready");
  expect(within(templates).getByText("Pick one to start a board with its sections.")).toBeInTheDocument();
});
