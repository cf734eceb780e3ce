// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Drag, type DragSource } from "./drag.ts";

/** A card with a text, which can be dragged. */
let card: HTMLElement;
let text: HTMLElement;
let calls: string[];
let source: DragSource;
let drag: Drag;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"],
  });
  document.body.innerHTML = `<div id="card" tabindex="0"><p id="text">text</p></div><p id="page">page</p>`;
  card = document.querySelector("#card") as HTMLElement;
  text = document.querySelector("#text") as HTMLElement;
  // What jsdom does not have.
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
  document.elementFromPoint = () => document.querySelector("#page");
  calls = [];
  source = {
    find: (target) => target.closest<HTMLElement>("#card"),
    lift: (_element, at) => calls.push(at === null ? "lift by key" : "lift"),
    moveOver: ({ y, under }) => calls.push(`over ${under?.id} at ${y}`),
    moveByKey: (key) => key.startsWith("Arrow") && calls.push(key) > 0,
    drop: () => calls.push("drop"),
    cancel: (focusLeft) => calls.push(focusLeft ? "cancel, focus left" : "cancel"),
  };
  drag = new Drag(source);
  stop = drag.listen(document.body);
});
afterEach(() => {
  stop();
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

function point(name: string, y: number, init: PointerEventInit = {}, target: Element = text): boolean {
  const options = { bubbles: true, cancelable: true, pointerId: 1, pointerType: "mouse", clientY: y };
  return target.dispatchEvent(new PointerEvent(name, { ...options, ...init }));
}
function key(name: string, init: KeyboardEventInit = {}): boolean {
  const options = { key: name, code: name === " " ? "Space" : name, bubbles: true, cancelable: true };
  return card.dispatchEvent(new KeyboardEvent("keydown", { ...options, ...init }));
}
const frame = () => vi.advanceTimersToNextFrame();
function lift(): void {
  point("pointerdown", 0);
  point("pointermove", 10);
  frame();
  calls.length = 0;
}

describe("the mouse", () => {
  it("lifts when it has moved, reports once per frame what is under it, and drops", () => {
    point("pointerdown", 0);
    point("pointermove", 4);
    frame();
    expect([calls, drag.isLifted]).toEqual([[], false]);
    point("pointermove", 6);
    point("pointermove", 7);
    frame();
    point("pointerup", 7);
    // At the drop it looks again: the layout may have changed.
    expect(calls).toEqual(["lift", "over text at 7", "over page at 7", "drop"]);
  });

  it.each([
    ["another button", () => point("pointerdown", 0, { button: 2 })],
    ["a press beside what can be dragged", () => point("pointerdown", 0, {}, document.body)],
    ["a press that was released", () => (point("pointerdown", 0), point("pointerup", 0))],
    ["Escape before the lift", () => (point("pointerdown", 0), key("Escape"))],
  ])("%s lifts nothing", (_name, act) => {
    act();
    point("pointermove", 50);
    frame();
    expect(calls).toEqual([]);
  });

  it("drags without the click, the selection and the link that the browser makes of it", () => {
    const clicked = vi.fn<() => void>();
    document.body.addEventListener("click", clicked);
    point("pointerdown", 0);
    document.getSelection()?.selectAllChildren(text);
    expect(point("dragstart", 0)).toBe(false);
    point("pointermove", 10);
    expect(document.getSelection()?.isCollapsed).toBe(true);
    point("pointerup", 10);
    point("click", 10);
    expect(clicked).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60);
    point("click", 10);
    expect(clicked).toHaveBeenCalledOnce();
    document.body.removeEventListener("click", clicked);
  });

  it.each([
    ["the content was scrolled", () => void window.dispatchEvent(new Event("scroll"))],
    ["that element has left the page", () => text.replaceWith("")],
  ])("what is under it is looked up when %s", (_when, happen) => {
    lift();
    point("pointermove", 20);
    happen();
    frame();
    expect(calls).toEqual(["over page at 20"]);
  });
});

describe("a finger", () => {
  const touch = { pointerType: "touch", isPrimary: true };

  it("lifts after a rest, opens no menu, and holds the page while it drags", () => {
    const moves = () => {
      const event = new Event("touchmove", { bubbles: true, cancelable: true });
      return text.dispatchEvent(event);
    };
    point("pointerdown", 0, touch);
    point("pointermove", 7, touch);
    expect([point("contextmenu", 0), moves()]).toEqual([false, true]);
    vi.advanceTimersByTime(260);
    expect([calls[0], moves()]).toEqual(["lift", false]);
    point("pointermove", 50, touch);
    calls.length = 0;
    frame();
    expect(calls).toEqual(["over page at 50"]);
  });

  it.each([
    ["moves at once", () => point("pointermove", 9, touch)],
    ["scrolls", () => point("pointercancel", 0, touch)],
    [
      "is joined by a second one",
      () => point("pointerdown", 9, { ...touch, pointerId: 2, isPrimary: false }),
    ],
  ])("that %s lifts nothing", (_name, act) => {
    point("pointerdown", 0, touch);
    act();
    vi.advanceTimersByTime(300);
    expect(calls).toEqual([]);
  });

  it("on a handle lifts without a rest", () => {
    source.byHandle = true;
    point("pointerdown", 0, touch);
    point("pointermove", 10, touch);
    expect(calls).toEqual(["lift"]);
  });
});

describe("the keyboard", () => {
  beforeEach(() => card.focus());

  it("lifts by Space, moves, and drops by Space or Enter; other keys go to the page", () => {
    for (const drop of [" ", "Enter"]) {
      expect([key(" "), key("ArrowDown"), key("x"), key(drop)]).toEqual([false, false, true, false]);
      expect(calls.splice(0)).toEqual(["lift by key", "ArrowDown", "drop"]);
    }
    expect(key("ArrowDown")).toBe(true);
  });

  it("does not drop by the Space that is still down", () => {
    key(" ");
    key(" ", { repeat: true });
    expect(drag.isLifted).toBe(true);
  });

  it("ends when the focus goes elsewhere", () => {
    key(" ");
    card.blur();
    expect(calls).toEqual(["lift by key", "cancel, focus left"]);
  });
});

it.each([
  ["Escape, which nobody else hears", () => expect(key("Escape")).toBe(false)],
  ["the system, which takes the pointer", () => point("pointercancel", 0)],
  ["the loss of the pointer", () => point("lostpointercapture", 0)],
  ["a window that loses the focus", () => window.dispatchEvent(new Event("blur"))],
  ["a page that is hidden", () => document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))],
  ["a window that changes its size", () => window.dispatchEvent(new Event("resize"))],
  ["its source, when what is dragged is gone", () => drag.cancel()],
  ["the end of the listening", () => stop()],
])("a drag is cancelled by %s", (_name, act) => {
  lift();
  act();
  frame();
  point("pointermove", 50);
  point("pointerup", 50);
  expect(calls).toEqual(["cancel"]);
  expect(document.body.dataset["drag"]).toBeUndefined();
});

describe("at an end of what is visible", () => {
  beforeEach(() => {
    document.body.style.overflowY = "visible";
    card.parentElement?.insertAdjacentHTML("beforeend", `<div id="list" style="overflow-y: auto"></div>`);
    const list = document.querySelector("#list") as HTMLElement;
    list.append(card);
    Object.defineProperty(list, "scrollHeight", { value: 1000 });
    list.getBoundingClientRect = () => new DOMRect(0, 100, 100, 400);
    list.scrollTop = 500;
  });
  const scrolled = () => (document.querySelector("#list")?.scrollTop ?? 0) - 500;

  it.each([
    ["the lower one", 490, 1],
    ["the upper one", 110, -1],
    ["neither", 300, 0],
  ])("%s, the list scrolls on", (_name, y, sign) => {
    point("pointerdown", 280);
    point("pointermove", y);
    frame();
    const first = scrolled();
    frame();
    expect([Math.sign(first), Math.sign(scrolled() - first)]).toEqual([sign, sign]);
  });

  it("the list does not scroll where the press was, nor while the source forbids it", () => {
    point("pointerdown", 490);
    point("pointermove", 480);
    frame();
    expect(scrolled()).toBe(0);
    source.mayScroll = () => false;
    point("pointermove", 499);
    frame();
    expect(scrolled()).toBe(0);
  });
});
