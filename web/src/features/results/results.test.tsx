import { act, fireEvent, renderHook, screen, waitFor, within } from "@testing-library/react";
import type { PointerEvent } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startBoardPage, visitBoard } from "../../testing/boardPage.tsx";
import { button } from "../../testing/page.tsx";
import { mergeOrder, useSteadyOrder } from "./steadyOrder.ts";

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const [one, two, inner, mine] = [idOf(1), idOf(2), idOf(3), idOf(4)];

/** Bob's stickers "one" and "two", which contains "inner"; Ann's "mine". Bob has voted on those named. */
async function openResults(voted: string[], options: Record<string, unknown> = {}, facilitator = "bob") {
  const board = startBoardPage();
  board.actAs("bob", "POST", "/items", { id: one, parent_id: "s1c1", title: "one" });
  board.actAs("bob", "POST", "/items", { id: two, parent_id: "s2c1", title: "two" });
  board.actAs("bob", "POST", "/items", { id: inner, parent_id: two, title: "in\nner" });
  board.actAs("ann", "POST", "/items", { id: mine, parent_id: "s1c2", title: "mine" });
  for (const id of voted) board.actAs("bob", "POST", `/items/${id}/vote`);
  board.actAs(facilitator, "POST", "/facilitators");
  for (const [option, value] of Object.entries(options))
    board.actAs(facilitator, "PUT", "/facilitators", { option, value });
  const page = await visitBoard();
  await screen.findAllByRole("article");
  await page.user.click(button("Results"));
  const panel = await screen.findByRole("complementary", { name: "Results" });
  return { ...board, ...page, panel };
}

/** The rows as a screen reader reads them. */
const rows = () =>
  screen.queryByRole("list", { name: "Stickers and groups by votes" }) === null
    ? []
    : within(screen.getByRole("list", { name: "Stickers and groups by votes" }))
        .getAllByRole("button", { name: /^\d/ })
        .map((row) => row.textContent);
/** Presses a vote button without moving the pointer. */
const vote = (text: string) =>
  fireEvent.click(within(screen.getByRole("article", { name: text })).getByRole("button", { name: /^Vote/ }));
const votes = (count: number) => `${count}, ${count} vote${count === 1 ? "" : "s"},`;

afterEach(() => {
  Reflect.deleteProperty(document, "execCommand");
  vi.restoreAllMocks();
});

describe("the results", () => {
  it("[R1, R2] ranks stickers and groups, names a group's members, and says how many have no votes", async () => {
    const { panel } = await openResults([one, two, inner]);
    expect(rows()).toEqual([
      expect.stringMatching(new RegExp(`^1\\.two${votes(2)}`)),
      expect.stringMatching(new RegExp(`^2\\.one${votes(1)}`)),
    ]);
    expect(within(panel).getByRole("list", { name: "In this group" })).toHaveTextContent("in ner1, 1 vote");
    expect(within(panel).getByText("1 sticker or group has no votes")).toBeInTheDocument();
  });

  it("makes an action of a result in its place, and of the next one after it", async () => {
    const { panel, user, network } = await openResults([one, two, inner]);
    for (const [title, source] of [
      ["two", two],
      ["one", one],
    ] as const) {
      await user.click(button(`Make an action of “${title}”`));
      const field = await waitFor(() => {
        const [last] = within(panel).getAllByRole("textbox", { name: "Action" }).slice(-1);
        expect(last).toHaveFocus();
        return last as HTMLElement;
      });
      await user.type(field, `Mend ${title}{Enter}`);
      await waitFor(() =>
        expect(network.lastBody("POST boards/board/actions")).toMatchObject({
          text: `Mend ${title}`,
          source_item_id: source,
        }),
      );
    }
    expect(within(panel).getByText("Mend two")).toBeInTheDocument();
    expect(rows()).toHaveLength(2);
  });

  it("names an author where avatars are shown", async () => {
    await openResults([one, mine], { avatars: "show" });
    expect(rows()[0]).toContain("By Name of bob");
    expect(rows()[1]).toContain("By Name of ann");
  });

  it("names nobody while avatars are hidden", async () => {
    await openResults([one, mine], { avatars: "hide" });
    expect(rows().join()).not.toContain("By ");
  });

  it("says what to do when there are no votes", async () => {
    const { panel } = await openResults([]);
    expect(panel).toHaveTextContent("No votes yet");
    expect(panel).toHaveTextContent("Press the pill at the bottom of a sticker to vote.");
    expect(within(panel).queryByRole("button", { name: "Copy" })).toBeNull();
  });
});

describe("what the user may not see", () => {
  it("[R3] while counts are concealed a participant gets no ranking and the reason", async () => {
    const { panel } = await openResults([one, two], { concealVoteCount: true });
    expect(rows()).toEqual([]);
    expect(panel).toHaveTextContent("Vote counts are concealed");
    expect(panel).toHaveTextContent("The ranking appears when the facilitator reveals the vote counts.");
    expect(within(panel).queryByRole("button", { name: "Copy" })).toBeNull();
  });

  it("[R3] while counts are concealed the facilitator gets the ranking, and is told that nobody else does", async () => {
    const { panel } = await openResults([one, two], { concealVoteCount: true }, "ann");
    expect(rows()).toHaveLength(2);
    expect(panel).toHaveTextContent("Only you see this ranking, because you conceal the vote counts.");
  });

  it("[R3] while content is hidden, others' stickers are neither in the list nor in the copied text", async () => {
    const { user, panel } = await openResults([one, inner, mine], { hideContent: true });
    expect(rows()).toEqual([expect.stringMatching(/^1\.mine/)]);
    expect(panel).toHaveTextContent("2 stickers and groups are hidden by the facilitator and not ranked");
    await user.click(button("Copy"));
    await screen.findByText("Results copied");
    expect(await navigator.clipboard.readText()).toBe("Results: Retro\n\n1. mine (1 vote, s1)\n");
  });
});

describe("copying", () => {
  it("copies the ranking as text, with the members of groups", async () => {
    const { user } = await openResults([one, two, inner]);
    await user.click(button("Copy"));
    await screen.findByText("Results copied");
    expect((await navigator.clipboard.readText()).split("\n")).toEqual([
      "Results: Retro",
      "",
      "1. two (2 votes, s2)",
      "   - in ner",
      "2. one (1 vote, s1)",
      "",
    ]);
  });
});

describe("live updates", () => {
  it("count at once, but move nothing while the pointer is in the list, and announce a new leader", async () => {
    const { user } = await openResults([one, two, inner]);
    await user.hover(screen.getByRole("button", { name: /^1\. ?two/ }));
    vote("one");
    await waitFor(() => expect(rows()[1]).toContain(`1.one${votes(2)}`));
    expect(screen.getByText("First place is shared by 2")).toHaveAttribute("role", "status");
    vote("mine");
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(rows().map((row) => /\w+\.(\w+?)\d/.exec(row)?.[1])).toEqual(["two", "one", "mine"]);
    expect(screen.getByText("The order updates when you leave the list.")).toBeInTheDocument();

    await user.unhover(screen.getByRole("button", { name: /^\d\. ?two/ }));
    await waitFor(() =>
      expect(rows().map((row) => /\w+\.(\w+?)\d/.exec(row)?.[1])).toEqual(["one", "two", "mine"]),
    );
    expect(screen.queryByText("The order updates when you leave the list.")).toBeNull();
  });

  it("move nothing while the focus is in the list", async () => {
    await openResults([one, two, inner]);
    screen.getByRole("button", { name: /^1\. ?two/ }).focus();
    vote("one");
    await waitFor(() => expect(rows()[1]).toContain(`1.one${votes(2)}`));
    button("Copy").focus();
    await waitFor(() => expect(rows()[0]).toContain("1.one"));
  });

  it("move nothing while the focus goes from one row of the list to another", async () => {
    await openResults([one, two, inner]);
    const first = screen.getByRole("button", { name: /^1\. ?two/ });
    first.focus();
    vote("one");
    vote("mine");
    await waitFor(() => expect(rows()).toHaveLength(3));
    // A browser tells the page that the focus leaves a row before it tells that another one has it.
    fireEvent.blur(first, { relatedTarget: screen.getByRole("button", { name: /^1\. ?one/ }) });
    expect(rows().map((row) => /\w+\.(\w+?)\d/.exec(row)?.[1])).toEqual(["two", "one", "mine"]);
  });
});

describe("a list under a finger", () => {
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  function touched() {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const hook = renderHook((ids: readonly string[]) => useSteadyOrder(ids), { initialProps: ["a", "b"] });
    const handlers = () => hook.result.current.handlers;
    const changed = ["b", "a"];
    return {
      press: () => act(() => handlers().onTouchStart()),
      release: () => act(() => handlers().onTouchEnd()),
      orderAfterVotes: () => {
        hook.rerender(changed);
        return hook.result.current.order;
      },
    };
  }
  afterEach(() => vi.useRealTimers());

  it("follows the votes again after it was empty, as when the facilitator concealed the counts under the pointer", () => {
    const { result, rerender } = renderHook(useSteadyOrder, { initialProps: ["a", "b"] });
    act(() => void result.current.handlers.onPointerEnter({ pointerType: "mouse" } as PointerEvent));
    rerender(["b", "a"]);
    expect(result.current.order).toEqual(["a", "b"]);
    rerender([]);
    rerender(["b", "a"]);
    expect(result.current.order).toEqual(["b", "a"]);
    expect(result.current.outdated).toBe(false);
  });

  it("keeps its order for a moment after the touch, for a second tap", () => {
    const { press, release, orderAfterVotes } = touched();
    press();
    expect(orderAfterVotes()).toEqual(["a", "b"]);
    release();
    pass(300);
    expect(orderAfterVotes()).toEqual(["a", "b"]);
    pass(1000);
    expect(orderAfterVotes()).toEqual(["b", "a"]);
  });

  it("keeps its order under the second tap, however long ago the first one was", () => {
    const { press, release, orderAfterVotes } = touched();
    press();
    release();
    pass(500);
    press();
    pass(200);
    expect(orderAfterVotes()).toEqual(["a", "b"]);
    release();
    pass(500);
    expect(orderAfterVotes()).toEqual(["a", "b"]);
    pass(500);
    expect(orderAfterVotes()).toEqual(["b", "a"]);
  });
});

it.each([
  ["nothing new", ["a", "b"], ["b", "a"], ["a", "b"]],
  ["one that is gone leaves at once", ["a", "b", "c"], ["c", "a"], ["a", "c"]],
  ["a new one is at the end", ["b", "a"], ["n", "a", "b"], ["b", "a", "n"]],
])("a kept order, %s", (_, kept, current, order) => {
  expect(mergeOrder(kept, current)).toEqual(order);
});
