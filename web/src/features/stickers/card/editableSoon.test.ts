import type { BoardView } from "@retro/rules/apply-change";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aFacilitation, aSticker, aView } from "../../../board-state/testing/samples.ts";
import type { BoardState } from "../../../board-state/types.ts";
import { whenEditable } from "./editableSoon.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const withText = { title: "text", hidden: false };
const withoutText = { title: null, hidden: true };
/** The view of "fay" while content is hidden; "olga" wrote the sticker. */
const viewOf = (text: typeof withText | typeof withoutText, facilitator: string): BoardView =>
  aView([aSticker("s", { ...text, user_id: "olga" })], {
    userId: "fay",
    facilitation: aFacilitation({ hideContent: true }, facilitator),
  });

/** Presses on the sticker; `show` puts another view on the screen. */
function press(first: BoardView, screen: BoardState["screen"] = null) {
  let view = first;
  const listeners = new Set<() => void>();
  const acted: string[] = [];
  whenEditable(
    {
      getState: () => ({ view, screen }) as BoardState,
      subscribe: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    },
    "s",
    (id) => acted.push(id),
  );
  const show = (next: BoardView) => {
    view = next;
    for (const listener of listeners) listener();
  };
  return { acted, show, listeners };
}

it("a sticker with its text opens at once", () => {
  expect(press(viewOf(withText, "fay")).acted).toEqual(["s"]);
});

it("a facilitator's press waits for a newer text that is on its way, and opens once", () => {
  const { acted, show, listeners } = press(viewOf(withoutText, "fay"));
  expect(acted).toEqual([]);
  show(viewOf(withoutText, "fay"));
  show(viewOf(withText, "fay"));
  show(viewOf(withText, "fay"));
  expect([acted, listeners.size]).toEqual([["s"], 0]);
});

it("a participant's press on a hidden sticker does nothing, also when it is revealed later", () => {
  const { acted, show } = press(viewOf(withoutText, "bob"));
  show(viewOf(withText, "bob"));
  expect(acted).toEqual([]);
});

it("a press is forgotten when the user stops being the facilitator, or after three seconds", () => {
  const left = press(viewOf(withoutText, "fay"));
  left.show(viewOf(withoutText, "bob"));
  left.show(viewOf(withText, "fay"));
  const late = press(viewOf(withoutText, "fay"));
  vi.advanceTimersByTime(3000);
  late.show(viewOf(withText, "fay"));
  expect([left.acted, late.acted]).toEqual([[], []]);
});

it("a sticker that the facilitator's own screen hides does not open when they look [F4]", () => {
  const { acted, show } = press(viewOf(withoutText, "fay"), "hidden");
  show(viewOf(withText, "fay"));
  expect(acted).toEqual([]);
});
