import type { VoterCount } from "@retro/contract/votes";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BoardState } from "../../board-state/types.ts";
import { aSticker, aView } from "../../board-state/testing/samples.ts";
import { voterCountMayDiffer, watchVoterCount } from "./voterCountUpdates.ts";

const aState = (more: Partial<BoardState> = {}): BoardState =>
  ({ members: noMembers, pending: [], subscription: "live", view: null, ...more }) as BoardState;
const noMembers: BoardState["members"] = [];
const pending: BoardState["pending"] = [];

describe("what may change the number of voters [V5]", () => {
  const view = aView([aSticker("a", { votes: 1 }), aSticker("b")]);
  const next = (...stickers: Parameters<typeof aSticker>[]) => ({
    ...view,
    version: 2,
    items: new Map(stickers.map((each) => [each[0], aSticker(...each)])),
  });
  it.each([
    ["a text", { view: next(["a", { votes: 1, title: "other" }], ["b"]) }, false],
    ["a new sticker", { view: next(["a", { votes: 1 }], ["b"], ["c"]) }, false],
    ["a vote", { view: next(["a", { votes: 1 }], ["b", { votes: 1 }]) }, true],
    ["a vote taken back", { view: next(["a"], ["b"]) }, true],
    ["a deleted sticker with votes", { view: next(["b"]) }, true],
    ["a deleted sticker without votes", { view: next(["a", { votes: 1 }]) }, false],
    ["several versions at once", { view: { ...next(["a", { votes: 1 }], ["b"]), version: 3 } }, true],
    ["a user who comes or goes", { members: [] }, true],
    ["an own change that is confirmed", { pending: [] }, true],
    ["a connection that is back", { subscription: "offline" as const }, true],
    ["a timer", { view: { ...view, version: 2 } }, false],
  ])("%s: %j", (_name, change, expected) => {
    const before = aState({ view, pending });
    expect(voterCountMayDiffer(before, { ...before, ...change })).toBe(expected);
  });
});

it("on a screen that hides the counts, any version may have changed the number of voters [F4] [V5]", () => {
  const view = aView([aSticker("a", { votes: null })]);
  const before = aState({ view, pending });
  expect(voterCountMayDiffer(before, { ...before, view: { ...view, version: 2 } })).toBe(true);
});

describe("the number of voters on screen", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watched() {
    let state = aState();
    let listener = () => undefined as void;
    const answers: PromiseWithResolvers<VoterCount>[] = [];
    const shown: (VoterCount | null)[] = [];
    const store = {
      getState: () => state,
      subscribe: (next: () => void) => {
        listener = next;
        return () => (listener = () => undefined);
      },
    };
    const load = () => {
      const answer = Promise.withResolvers<VoterCount>();
      answers.push(answer);
      return answer.promise;
    };
    const end = watchVoterCount(store, load, (count) => shown.push(count));
    const change = (more: Partial<BoardState> = { members: [] }) => {
      state = { ...state, ...more };
      listener();
    };
    const answer = async (voted: number) => {
      answers.at(-1)?.resolve({ voted, present: 9 });
      await vi.advanceTimersByTimeAsync(0);
    };
    return { answers, shown, change, answer, end };
  }

  it("is asked for at once, and once for many changes of the same second", async () => {
    const { answers, shown, change, answer } = watched();
    expect(answers).toHaveLength(1);
    await answer(1);
    for (let times = 0; times < 50; times += 1) {
      change();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(answers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(answers).toHaveLength(2);
    await answer(2);
    expect(shown).toEqual([
      { voted: 1, present: 9 },
      { voted: 2, present: 9 },
    ]);
  });

  it("is asked for again when something changed during the request", async () => {
    const { answers, change, answer } = watched();
    change();
    await vi.advanceTimersByTimeAsync(5000);
    expect(answers).toHaveLength(1);
    await answer(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(answers).toHaveLength(2);
  });

  it("disappears when the server refuses, and returns with the next answer", async () => {
    const { answers, shown, change, answer } = watched();
    answers[0]?.reject(new Error("voting_closed"));
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toEqual([null]);
    change();
    await vi.advanceTimersByTimeAsync(1000);
    await answer(3);
    expect(shown.at(-1)).toEqual({ voted: 3, present: 9 });
  });

  it("is not asked for while the server has yet to learn of a reveal", async () => {
    const { answers, change, answer } = watched();
    await answer(1);
    change({ pending: [{ key: "k", command: { type: "meeting.undo" }, state: "saving" }] });
    await vi.advanceTimersByTimeAsync(5000);
    expect(answers).toHaveLength(1);
    change({ pending: [] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(answers).toHaveLength(2);
  });

  it("is asked for no more after the end", async () => {
    const { answers, shown, change, answer, end } = watched();
    change();
    end();
    await answer(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(answers).toHaveLength(1);
    expect(shown).toEqual([]);
  });
});
