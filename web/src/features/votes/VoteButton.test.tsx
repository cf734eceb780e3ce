import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../testing/boardPage.tsx";
import { drawFrames } from "../../testing/frames.ts";
import type { Route } from "../../testing/pageNetwork.ts";

const first = "00000000-0000-4000-8000-000000000001";
const second = "00000000-0000-4000-8000-000000000002";
const third = "00000000-0000-4000-8000-000000000003";

/** Bob has added two stickers; the options are set before Ann opens the board. */
async function board(options: Record<string, unknown> = {}, routes: Record<string, Route> = {}) {
  const open = startBoardPage(routes);
  open.actAs("bob", "POST", "/items", { id: first, parent_id: "s1c1", title: "one" });
  open.actAs("bob", "POST", "/items", { id: second, parent_id: "s1c2", title: "two" });
  open.actAs("bob", "POST", `/items/${first}/vote`);
  open.actAs("bob", "POST", "/facilitators");
  for (const [option, value] of Object.entries(options))
    open.actAs("bob", "PUT", "/facilitators", { option, value });
  const { user } = await visitBoard();
  const vote = async (text: string) =>
    within(await screen.findByRole("article", { name: text })).getByRole("button", { name: /^Vote/ });
  const sent = () => open.network.calls().filter((call) => call.endsWith("/vote"));
  return { ...open, user, vote, sent };
}
const votes = (limit: number, item: "board" | "section" = "board") => ({ votes: { limit, item } });

describe("the vote button", () => {
  it("counts a vote at once, and takes it back with the next press", async () => {
    const { user, vote, sent, server } = await board();
    expect(await vote("one")).toHaveAttribute("aria-pressed", "false");
    await user.click(await vote("one"));
    expect(await vote("one")).toHaveAttribute("aria-pressed", "true");
    expect(await vote("one")).toHaveAccessibleName("Vote: 2 votes");
    await user.click(await vote("one"));
    expect(await vote("one")).toHaveAttribute("aria-pressed", "false");
    expect(await vote("one")).toHaveAccessibleName("Vote: 1 vote");
    await waitFor(() =>
      expect(sent()).toEqual([
        `POST boards/board/items/${first}/vote`,
        `DELETE boards/board/items/${first}/vote`,
      ]),
    );
    expect(server.expectedFor("ann").items.find(({ id }) => id === first)?.votes).toBe(1);
  });

  it("is on the screen before the vote is sent", async () => {
    const { vote, sent } = await board();
    const button = await vote("one");
    const frames: unknown[] = [];
    drawFrames(() => frames.push([button.getAttribute("aria-pressed"), sent().length]));
    fireEvent.click(button);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(frames[0]).toEqual(["true", 0]);
  });

  it("says nothing about votes that are left while there is no limit", async () => {
    const { user, vote, sent } = await board();
    await user.click(await vote("one"));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(screen.queryByText(/remaining votes/)).not.toBeInTheDocument();
  });

  it("is off on other stickers when no vote is left, and still takes back the vote that was given [V2]", async () => {
    const { user, vote } = await board(votes(1));
    await user.click(await vote("one"));
    await waitFor(async () => expect(await vote("two")).toHaveAttribute("aria-disabled", "true"));
    expect(await vote("two")).toHaveAccessibleName("Vote: 0 votes. You have no votes left");
    expect(await vote("one")).not.toHaveAttribute("aria-disabled");
    await user.click(await vote("one"));
    await waitFor(async () => expect(await vote("two")).not.toHaveAttribute("aria-disabled"));
  });

  it.each([
    ["the limit is reached", votes(0), "You have no votes left"],
    ["the section's limit is reached", votes(1, "section"), "You have no votes left in this section"],
    ["content is hidden", { hideContent: true }, "Voting is closed while content is hidden"],
  ])("says why it refuses, once for many presses, when %s", async (_, options, reason) => {
    const open = await board(options);
    open.actAs("ann", "POST", "/items", { id: third, parent_id: "s1c1", title: "three" });
    const refused = async () => {
      const found = await screen.findAllByRole("button", { name: /^Vote/ });
      return found.filter((each) => each.getAttribute("aria-disabled") === "true");
    };
    if ("votes" in options && options.votes.limit === 1) await open.user.click(await open.vote("one"));
    const before = open.sent();
    await waitFor(async () => expect((await refused()).length).toBeGreaterThan(0));
    const [button] = await refused();
    for (let press = 0; press < 5; press += 1) await open.user.click(button as HTMLElement);
    await waitFor(() =>
      expect(screen.getAllByRole("status").filter((each) => each.textContent === reason)).toHaveLength(1),
    );
    expect((await screen.findAllByRole("tooltip")).map((each) => each.textContent)).toEqual([reason]);
    expect(screen.queryAllByRole("alert").filter((each) => each.textContent === reason)).toEqual([]);
    expect(open.sent()).toEqual(before);
    expect(button).toHaveAttribute("aria-pressed", "false");
  });

  it("of a closed group shows the votes of the group, and votes for its head [V4]", async () => {
    const open = startBoardPage();
    open.actAs("bob", "POST", "/items", { id: first, parent_id: "s1c1", title: "one" });
    open.actAs("bob", "POST", "/items", { id: second, parent_id: first, title: "two" });
    for (const id of [first, second]) open.actAs("bob", "POST", `/items/${id}/vote`);
    const { user } = await visitBoard();
    const head = within(await screen.findByRole("article", { name: "one" }));
    const press = () => user.click(head.getByRole("button", { name: /^Vote/ }));
    expect(head.getByRole("button", { name: /^Vote/ })).toHaveAccessibleName("Vote: 2 votes in this group");
    await press();
    expect(head.getByRole("button", { name: "Vote: 3 votes in this group" })).toHaveTextContent("3");
    await user.click(head.getByRole("button", { name: "2 grouped, 3 votes" }));
    expect(head.getByRole("button", { name: "Vote: 2 votes" })).toHaveAttribute("aria-pressed", "true");
    const nested = within(screen.getByRole("article", { name: "two" }));
    expect(nested.getByRole("button", { name: "Vote: 1 vote" })).toHaveAttribute("aria-pressed", "false");
  });

  it("goes back with the server's message when the vote is refused", async () => {
    const refused = { status: 403, message: "You have no votes left", code: "vote_limit_reached" };
    const { user, vote } = await board({}, { [`POST boards/board/items/${first}/vote`]: refused });
    await user.click(await vote("one"));
    expect(await screen.findAllByText("You have no votes left")).not.toEqual([]);
    await waitFor(async () => expect(await vote("one")).toHaveAttribute("aria-pressed", "false"));
    expect(await vote("one")).toHaveAccessibleName("Vote: 1 vote");
  });
});
