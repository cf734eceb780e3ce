// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPointerTracker } from "./pointerTracker.ts";

const element = (id: string) => {
  const made = document.createElement("div");
  made.id = id;
  document.body.append(made);
  return made;
};

beforeEach(() => void vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame"] }));
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = "";
});

/** A tracker that a press of the mouse started on a sticker; a look-up finds the column. */
function track() {
  const [sticker, column] = [element("sticker"), element("column")];
  // jsdom has no layout.
  document.elementFromPoint = () => column;
  const found: (string | undefined)[] = [];
  const tracker = createPointerTracker((_x, _y, under) => found.push(under?.id));
  sticker.addEventListener("mousedown", tracker.start);
  sticker.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  vi.advanceTimersToNextFrame();
  return { sticker, tracker, found };
}
const move = (target: Element) =>
  target.dispatchEvent(new MouseEvent("mousemove", { bubbles: true, clientX: 5 }));

it("the mouse's own event says what is under it, once per frame", () => {
  const { sticker, tracker, found } = track();
  move(sticker);
  move(sticker);
  vi.advanceTimersToNextFrame();
  tracker.stop();
  expect(found).toEqual(["sticker", "sticker"]);
});

it.each([
  ["the content was scrolled", () => window.dispatchEvent(new Event("scroll"))],
  ["that element has left the page", (sticker: Element) => sticker.remove()],
])("what is under the pointer is looked up when %s", (_when, happen) => {
  const { sticker, tracker, found } = track();
  move(sticker);
  happen(sticker);
  vi.advanceTimersToNextFrame();
  tracker.stop();
  expect(found).toEqual(["sticker", "column"]);
});

it("what is under the pointer is looked up when the layout may have changed, and under a finger", () => {
  const { sticker, tracker, found } = track();
  move(sticker);
  tracker.update();
  const touch = Object.assign(new Event("touchmove", { bubbles: true }), {
    touches: [{ clientX: 1, clientY: 1 }],
  });
  sticker.dispatchEvent(touch);
  vi.advanceTimersToNextFrame();
  tracker.stop();
  expect(found).toEqual(["sticker", "column", "column"]);
});
