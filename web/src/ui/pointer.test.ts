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

it("a scroll by wheel, key or finger is the user's, and so is what follows from it; one of the product is not", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const scroll = (at: number) => {
    clock.mockReturnValue(at);
    window.dispatchEvent(new Event("scroll"));
    return pointer.hasScrolledLately;
  };
  expect(scroll(1000)).toBe(false);
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
  expect(scroll(1001)).toBe(false);
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown" }));
  expect([scroll(1100), scroll(1240)]).toEqual([true, true]);
  clock.mockReturnValue(6241);
  expect(pointer.hasScrolledLately).toBe(false);
  window.dispatchEvent(new Event("wheel"));
  expect(pointer.hasScrolledLately).toBe(true);
  expect(scroll(6300)).toBe(true);
  clock.mockReturnValue(20_000);
  touch("touchstart", 1);
  window.dispatchEvent(new PointerEvent("pointercancel", { pointerType: "touch" }));
  expect(scroll(20_300)).toBe(true);
  touch("touchend", 0);
  clock.mockRestore();
});

it("[F8] what scrolls while a button is pressed is not the user's; what a pressed mouse that moves scrolls is", () => {
  const clock = vi.spyOn(performance, "now");
  const scrollDuring = (at: number, ...begin: (() => void)[]) => {
    clock.mockReturnValue(at);
    for (const event of begin) event();
    window.dispatchEvent(new Event("scroll"));
    mouse("pointerup");
    touch("touchend", 0);
    return pointer.hasScrolledLately;
  };
  const down = () => mouse("pointerdown");
  expect(scrollDuring(10_000, down)).toBe(false);
  expect(scrollDuring(20_000, () => touch("touchstart", 1))).toBe(false);
  expect(scrollDuring(30_000, down, () => mouse("pointermove"))).toBe(true);
  expect(scrollDuring(40_000, down)).toBe(false);
  clock.mockRestore();
});

/** Chromium reports no move during the drag of a scroll bar: a press on the element that scrolls, and its scroll. */
it.each([
  ["the page's own", "html", { x: 792, y: 300 }, true],
  ["one that lies over the page, as on macOS", "html", { x: 780, y: 300 }, true],
  ["one that lies over the page, at its bottom", "html", { x: 300, y: 595 }, true],
  ["one at the left, as in Hebrew", "html", { x: 3, y: 300 }, true],
  ["a column's", "div", { x: 395, y: 300 }, true],
  ["none: the page's blank part", "html", { x: 600, y: 300 }, false],
  ["none: the blank part of a column", "div", { x: 300, y: 300 }, false],
  ["none: a cut text at the page's edge", "p", { x: 780, y: 300 }, false],
] as const)(
  "[F8] a press on a scroll bar makes the scroll the user's: %s",
  (_name, tag, { x, y }, isUsers) => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(10_000);
    const target =
      tag === "html" ? document.documentElement : document.body.appendChild(document.createElement(tag));
    const isPage = tag === "html";
    const [left, width] = tag === "div" ? [100, 300] : [0, 785];
    if (!isPage) target.style.overflow = tag === "div" ? "auto" : "hidden";
    const [clientHeight, scrollHeight, scrollWidth] = [600, 5000, isPage ? 2000 : width];
    for (const [name, value] of Object.entries({
      clientWidth: width,
      clientHeight,
      scrollWidth,
      scrollHeight,
    }))
      Object.defineProperty(target, name, { value, configurable: true });
    // The page's box moves as it scrolls.
    vi.spyOn(target, "getBoundingClientRect").mockReturnValue(
      new DOMRect(left, isPage ? -1000 : 0, width, 600),
    );
    target.dispatchEvent(
      new PointerEvent("pointerdown", {
        pointerType: "mouse",
        buttons: 1,
        clientX: x,
        clientY: y,
        bubbles: true,
      }),
    );
    window.dispatchEvent(new Event("scroll"));
    expect(pointer.hasScrolledLately).toBe(isUsers);
    mouse("pointerup");
    clock.mockRestore();
  },
);

it("[F8] a pen that scrolls is its user's hand", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(10_000);
  touch("touchstart", 1);
  window.dispatchEvent(new PointerEvent("pointercancel", { pointerType: "pen" }));
  window.dispatchEvent(new Event("scroll"));
  expect(pointer.hasScrolledLately).toBe(true);
  clock.mockRestore();
});
