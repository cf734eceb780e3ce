// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pointer } from "./pointer.ts";

let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  stop = pointer.watch();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const mouse = (type: string) =>
  window.dispatchEvent(new PointerEvent(type, { pointerType: "mouse", buttons: 1 }));
const touch = (type: string, fingers: number) =>
  window.dispatchEvent(Object.assign(new Event(type), { touches: { length: fingers } }));
function waiting() {
  const work = vi.fn<() => void>();
  pointer.afterPress(work);
  return () => {
    vi.advanceTimersByTime(1);
    return work.mock.calls.length;
  };
}

it("what moves the layout waits for the release and its click; a press that follows at once delays it again", () => {
  expect(waiting()()).toBe(1);
  mouse("pointerdown");
  const done = waiting();
  expect(done()).toBe(0);
  mouse("pointerup");
  mouse("pointerdown");
  expect(done()).toBe(0);
  mouse("pointerup");
  expect(done()).toBe(1);
});

it("a finger that scrolls is down until it leaves the screen, although the browser takes its pointer", () => {
  touch("touchstart", 1);
  window.dispatchEvent(new PointerEvent("pointercancel", { pointerType: "touch" }));
  const done = waiting();
  expect([pointer.isPressed, done()]).toEqual([true, 0]);
  touch("touchend", 0);
  expect([pointer.isPressed, done()]).toEqual([false, 1]);
});
