import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { startBoardPage, visitBoard } from "../../../testing/boardPage.tsx";
import { drawFrames } from "../../../testing/frames.ts";
import type { BoardPage } from "../../../testing/boardPage.tsx";
import { successorOf } from "./rovingFocus.ts";

type Place = { parent_id: string; title: string };
const idOf = (title: string) => `00000000-0000-4000-8000-${title.padStart(12, "0")}`;
const card = (title: string) => screen.getByRole("article", { name: title });
const column = (index: number) => screen.getAllByRole("list", { name: /^Column/ })[index] as HTMLElement;
/** What the Tab key reaches in a list, by name. */
const stopsIn = (list: HTMLElement) =>
  [...list.querySelectorAll<HTMLElement>("article, button, a")]
    .filter((element) => element.tabIndex === 0)
    .map((element) => element.getAttribute("aria-label") ?? element.textContent.slice(0, 3));
const firstSticker = ["001", "Sticker menu", "Add reaction", "Vote: 0 votes"];

function add({ actAs }: BoardPage, titles: readonly string[], parent = "s1c1"): void {
  for (const title of titles)
    actAs("bob", "POST", "/items", { id: idOf(title), parent_id: parent, title } satisfies Place & {
      id: string;
    });
}

/** Opens a board whose first column has these stickers, and whose second has "900". */
async function board(titles = ["001", "002", "003"]) {
  const page = startBoardPage();
  add(page, titles);
  add(page, ["900"], "s1c2");
  const { user } = await visitBoard();
  await screen.findByRole("article", { name: "900" });
  /** Bob changes the board, and the page catches up. */
  const bob = (...call: Parameters<BoardPage["actAs"]> extends [unknown, ...infer Rest] ? Rest : never) => {
    page.actAs("bob", ...call);
    window.dispatchEvent(new Event("focus"));
  };
  const bobDeletes = (title: string) => bob("DELETE", `/items/${idOf(title)}`);
  const bobMoves = (title: string, parent_id: string, after_id: string | null) =>
    bob("PUT", "/sort", { item_id: idOf(title), parent_id, after_id });
  return { user, page, bob, bobDeletes, bobMoves };
}

describe("the roving focus", () => {
  it("is one stop in each column: the sticker that had the focus last, and its controls", async () => {
    const { user } = await board();
    expect(stopsIn(column(0))).toEqual(firstSticker);
    expect(stopsIn(column(1))).toEqual(["900", "Sticker menu", "Add reaction", "Vote: 0 votes"]);
    card("001").focus();
    await user.keyboard("{ArrowDown}");
    expect(card("002")).toHaveFocus();
    expect(stopsIn(column(0))).toEqual(["002", "Sticker menu", "Add reaction", "Vote: 0 votes"]);
    await user.tab();
    expect(within(card("002")).getByRole("button", { name: "Sticker menu" })).toHaveFocus();
    await user.tab();
    await user.tab();
    await user.tab();
    expect(screen.getAllByRole("button", { name: "New sticker in column 1" })[0]).toHaveFocus();
    await user.tab();
    expect(card("900")).toHaveFocus();
    // Back into the first column: to the last control of the sticker that was left.
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    expect(within(card("002")).getByRole("button", { name: /^Vote/ })).toHaveFocus();
  });

  it("is rendered after the frame that shows the focus, and before a key that comes sooner", async () => {
    const { user } = await board();
    // The code for dragging arrives with the first focus, and renders the board again.
    act(() => card("001").focus());
    const frames: unknown[] = [];
    drawFrames(() => frames.push(stopsIn(column(0))));
    act(() => card("002").focus());
    await waitFor(() => expect(stopsIn(column(0))[0]).toBe("002"));
    expect(frames[0]).toEqual(firstSticker);
    act(() => card("003").focus());
    fireEvent.keyDown(card("003"), { key: "Tab" });
    expect(stopsIn(column(0))[0]).toBe("003");
    await user.tab();
    expect(within(card("003")).getByRole("button", { name: "Sticker menu" })).toHaveFocus();
  });

  it("goes with the arrows and to the ends, also from a control, and stays at the ends", async () => {
    const { user } = await board();
    card("001").focus();
    await user.keyboard("{End}");
    expect(card("003")).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(card("003")).toHaveFocus();
    await user.click(within(card("002")).getByRole("button", { name: /^Vote/ }));
    await user.keyboard("{ArrowUp}");
    expect(card("001")).toHaveFocus();
    await user.keyboard("{End}{Home}");
    expect(card("001")).toHaveFocus();
  });

  it("goes through the stickers of an open group, and to its head when it is closed", async () => {
    const { user, bobMoves } = await board();
    bobMoves("002", idOf("001"), null);
    await user.click(await screen.findByRole("button", { name: /^2 grouped/ }));
    card("001").focus();
    await user.keyboard("{ArrowDown}");
    expect(card("002")).toHaveFocus();
    expect(stopsIn(column(0))).toEqual(["002", "Sticker menu", "Add reaction", "Vote: 0 votes"]);
    bobMoves("002", "s1c2", null);
    await waitFor(() => expect(card("001")).toHaveFocus());
    expect(stopsIn(column(0))).toEqual(firstSticker);
  });

  it.each([
    ["002", "003"],
    ["003", "002"],
  ])("goes from %s, which somebody deletes, to %s", async (gone, next) => {
    const { bobDeletes } = await board();
    card(gone).focus();
    bobDeletes(gone);
    await waitFor(() => expect(card(next)).toHaveFocus());
    expect(stopsIn(column(0))[0]).toBe(next);
  });

  it("goes to the plus when the column has become empty", async () => {
    const { bobDeletes } = await board(["001"]);
    card("001").focus();
    bobDeletes("001");
    await waitFor(() =>
      expect(screen.getAllByRole("button", { name: "New sticker in column 1" })[0]).toHaveFocus(),
    );
  });

  it("goes to the neighbour of a sticker that somebody moves away, also from its vote", async () => {
    const { bobMoves } = await board();
    within(card("002")).getByRole("button", { name: /^Vote/ }).focus();
    bobMoves("002", "s1c2", null);
    await waitFor(() => expect(card("003")).toHaveFocus());
    expect(within(column(1)).getAllByRole("article")).toHaveLength(2);
  });

  it("stays on a sticker that changes its place in the column, and on its control", async () => {
    const { bobMoves } = await board();
    const vote = within(card("001")).getByRole("button", { name: /^Vote/ });
    vote.focus();
    bobMoves("001", "s1c1", idOf("003"));
    await waitFor(() => expect(within(column(0)).getAllByRole("article").at(-1)).toBe(card("001")));
    await waitFor(() => expect(vote).toHaveFocus());
    expect(stopsIn(column(0))[0]).toBe("001");
  });

  it("on the vote of a sticker: V votes, arrows go on, M opens the menu; Delete deletes nothing", async () => {
    const { user } = await board();
    const vote = within(card("001")).getByRole("button", { name: /^Vote/ });
    vote.focus();
    await user.keyboard("v");
    await waitFor(() => expect(vote).toHaveAttribute("aria-pressed", "true"));
    expect(vote).toHaveFocus();
    await user.keyboard("{Delete}{ArrowDown}");
    expect(card("002")).toHaveFocus();
    expect(card("001")).toBeInTheDocument();
    within(card("002")).getByRole("button", { name: /^Vote/ }).focus();
    await user.keyboard("m");
    expect(await screen.findByRole("menuitem", { name: "Edit" })).toBeInTheDocument();
  });

  it("comes back to the neighbour from the menu of a sticker that somebody has deleted meanwhile", async () => {
    const { user, bobDeletes } = await board();
    card("002").focus();
    await user.keyboard("m");
    expect(await screen.findByRole("menuitem", { name: "Edit" })).toBeInTheDocument();
    bobDeletes("002");
    await waitFor(() => expect(document.querySelector(`[data-sticker="${idOf("002")}"]`)).toBeNull());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(card("003")).toHaveFocus());
  });

  it("takes the focus from nothing else, but keeps the place in the column", async () => {
    const { bobDeletes } = await board();
    card("002").focus();
    card("002").blur();
    expect(document.body).toHaveFocus();
    bobDeletes("002");
    await waitFor(() => expect(stopsIn(column(0))[0]).toBe("003"));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    expect(document.body).toHaveFocus();
  });
});

it.each([
  ["b", ["a", "b", "c", "d"], ["a", "c", "d"], "c"],
  ["b", ["a", "b", "c", "d"], ["d", "a"], "d"],
  ["d", ["a", "b", "c", "d"], ["a", "c"], "c"],
  ["a", ["a"], [], null],
])("the successor of %s in %j, now %j, is %s", (gone, before, after, next) => {
  expect(successorOf(gone, before, after)).toBe(next);
});
