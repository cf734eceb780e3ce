import { limits } from "@retro/contract/limits";
import type { SpaceAction } from "@retro/contract/spaces/space-actions";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useQueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it } from "vitest";
import { button, renderPart } from "../../../testing/page.tsx";
import { heldRoute, networkError, type Route, startPageNetwork } from "../../../testing/pageNetwork.ts";
import { Toasts } from "../../../ui/toasts/Toasts.tsx";
import { BoardQuestion } from "./BoardQuestion.tsx";
import { forgetSpace, rememberSpace } from "../knownSpaces.ts";
import { QuestionButton } from "./QuestionButton.tsx";
import { closeQuestion, openQuestion } from "./questionState.ts";
import { serveActions, spaceAction } from "../testing/spaceActions.ts";
import { keyOfSpace } from "../useSpace.ts";

interface Board {
  actions?: SpaceAction[];
  isNew?: boolean;
  /** The browser has the key of the board's space. */
  knows?: boolean;
  more?: Record<string, Route>;
}

/** Does what an event of the space does. */
function SpaceEvents() {
  const client = useQueryClient();
  return (
    <button onClick={() => void client.invalidateQueries({ queryKey: keyOfSpace("key") })}>An event</button>
  );
}

async function openBoard({ actions = three, isNew = true, knows = true, more = {} }: Board = {}) {
  if (knows) rememberSpace({ key: "key", name: "Platform" });
  const server = serveActions(actions);
  const network = startPageNetwork({
    "POST boards/b1/space": { data: { key: "key", name: "Platform", tracker: null } },
    ...server.routes,
    ...more,
  });
  const page = await renderPart(
    <>
      <main tabIndex={-1}>
        <textarea aria-label="New sticker" />
        <QuestionButton boardId="b1" />
      </main>
      <BoardQuestion boardId="b1" isNew={isNew} />
      <Toasts closeLabel="Close" />
      <SpaceEvents />
    </>,
  );
  return { ...page, network, ...server };
}

const three = ["One", "Two", "Three"].map((text, n) =>
  spaceAction(text.toLowerCase(), { text, created_at: `2026-01-0${n + 1}T00:00:00.000Z` }),
);
const dialog = () => screen.findByRole("dialog", { name: "Did we do it?" });
const noDialog = () => expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
const questionButton = () => screen.findByRole("button", { name: "Did we do it?" });

afterEach(() => {
  forgetSpace("key");
  act(() => openQuestion.set(null));
});

describe("Did we do it?", () => {
  it("[G9] asks about the open actions of the other boards; one press answers each, and a summary ends it", async () => {
    const own = spaceAction("own", { board_id: "b1", text: "Of this board" });
    const { user, sent, unmount } = await openBoard({ actions: [...three, own] });
    const rows = within(await dialog()).getAllByRole("listitem");
    expect(rows.map((row) => row.querySelector("p")?.textContent)).toEqual(["One", "Two", "Three"]);
    await user.click(button("Done: One"));
    expect(button("Done: One")).toHaveAttribute("aria-pressed", "true");
    await user.click(button("Still open: Two"));
    expect(await dialog()).toHaveTextContent("Answered: 2 of 3");
    await user.click(button("Dropped: Three"));
    expect(await screen.findByText("Done: 1. Still open: 1. Dropped: 1")).toBeInTheDocument();
    noDialog();
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
    expect(sent()).toEqual(["one done", "three dropped"]);

    unmount();
    await openBoard();
    await questionButton();
    noDialog();
  });

  it("[G9] Skip changes nothing and is remembered; the actions open the question again, and Escape returns the focus", async () => {
    const { user, sent } = await openBoard();
    await dialog();
    await user.click(button("Skip"));
    noDialog();
    expect(sent()).toEqual([]);
    expect(await screen.findByText("Open from earlier boards: 3")).toBeInTheDocument();
    await user.click(await questionButton());
    await dialog();
    await user.keyboard("{Escape}");
    noDialog();
    await waitFor(async () => expect(await questionButton()).toHaveFocus());
  });

  it("[G9] of more boards than the browser remembers, it is the last one that it does not ask about again", async () => {
    for (let n = 0; n < 60; n += 1) closeQuestion(`earlier${n}`);
    const { user, unmount } = await openBoard();
    await dialog();
    await user.click(button("Skip"));
    unmount();
    await openBoard();
    expect(await questionButton()).toBeInTheDocument();
    noDialog();
  });

  it("[G9] stays while there are more actions than it shows, and asks about them too", async () => {
    const own = Array.from({ length: limits.spaceActions - 1 }, (_, n) =>
      spaceAction(`own${n}`, { board_id: "b1" }),
    );
    const { user } = await openBoard({ actions: [...three.slice(0, 1), ...own, ...three.slice(1, 2)] });
    await dialog();
    await user.click(button("Still open: One"));
    await user.click(button("Show more actions"));
    await user.click(await screen.findByRole("button", { name: "Still open: Two" }));
    expect(await screen.findByText("Done: 0. Still open: 2. Dropped: 0")).toBeInTheDocument();
  });

  it("another press changes an answer, and the answers arrive in their order", async () => {
    const { user, sent } = await openBoard();
    await dialog();
    for (const status of ["Done", "Dropped", "Still open"]) await user.click(button(`${status}: One`));
    await waitFor(() => expect(sent()).toEqual(["one done", "one dropped", "one open"]));
    expect(button("Still open: One")).toHaveAttribute("aria-pressed", "true");
  });

  it("a refused answer is taken back with the reason, and the question stays", async () => {
    const { user } = await openBoard({
      actions: three.slice(0, 1),
      more: {
        "PUT spaces/key/actions/one": {
          status: 403,
          code: "board_read_only",
          message: "The board is locked.",
        },
      },
    });
    await dialog();
    await user.click(button("Done: One"));
    expect(await screen.findByText("The board is locked.")).toBeInTheDocument();
    expect(button("Done: One")).toHaveAttribute("aria-pressed", "false");
    await dialog();
    await user.click(button("Still open: One"));
    expect(await screen.findByText("Done: 0. Still open: 1. Dropped: 0")).toBeInTheDocument();
  });

  it("a refused answer does not take back the one that was given meanwhile", async () => {
    const { route, answer } = heldRoute(networkError);
    const { user, network, routes, sent } = await openBoard({
      more: { "PUT spaces/key/actions/one": route },
    });
    await dialog();
    await user.click(button("Done: One"));
    await user.click(button("Dropped: One"));
    await waitFor(() => expect(network.calls()).toContain("PUT spaces/key/actions/one"));
    network.routes["PUT spaces/key/actions/one"] = routes["PUT spaces/key/actions/*"] as Route;
    answer();
    await waitFor(() => expect(sent()).toEqual(["one dropped"]));
    expect(button("Dropped: One")).toHaveAttribute("aria-pressed", "true");
    for (const text of ["Two", "Three"]) await user.click(button(`Still open: ${text}`));
    expect(await screen.findByText("Done: 0. Still open: 2. Dropped: 1")).toBeInTheDocument();
  });

  it("what another member has answered leaves it", async () => {
    const { statuses } = await openBoard();
    await dialog();
    statuses.set("two", "done");
    fireEvent.click(screen.getByText("An event"));
    await waitFor(() => expect(screen.queryByText("Two")).not.toBeInTheDocument());
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
  });

  it("on a board with stickers it does not open by itself, only on demand", async () => {
    const { user } = await openBoard({ isNew: false });
    const again = await questionButton();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await user.click(again);
    expect(await dialog()).toBeInTheDocument();
  });

  it("without open actions of other boards it does not open by itself, and says so on demand", async () => {
    const { user, network } = await openBoard({ actions: [spaceAction("own", { board_id: "b1" })] });
    await waitFor(() => expect(network.calls()).toContain("GET spaces/key/actions"));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await user.click(await questionButton());
    await waitFor(async () => expect(await dialog()).toHaveTextContent("No open actions"));
  });

  it("[G4] attack: a browser without the key of the board's space sees nothing, and one that knows no space does not ask", async () => {
    const { network, unmount } = await openBoard({ knows: false });
    noDialog();
    expect(network.calls()).not.toContain("POST boards/b1/space");
    unmount();
    const other = await openBoard({
      more: { "POST boards/b1/space": { data: null } },
    });
    await waitFor(() => expect(other.network.calls()).toContain("POST boards/b1/space"));
    expect(other.network.lastBody("POST boards/b1/space")).toEqual({ keys: ["key"] });
    noDialog();
    expect(screen.queryByRole("button", { name: "Did we do it?" })).not.toBeInTheDocument();
    expect(other.network.calls().filter((call) => call.includes("spaces/"))).toEqual([]);
  });
});
