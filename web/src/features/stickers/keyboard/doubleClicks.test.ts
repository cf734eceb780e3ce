// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDoubleClicks, type ClickTarget } from "./doubleClicks.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  document.body.innerHTML = `
    <div data-column="c1"><span id="space"></span>
      <div data-sticker="a"><div class="sticker"><p id="text"></p><button id="button"></button></div></div>
    </div>
    <div id="outside"></div>`;
});
afterEach(() => vi.useRealTimers());

function pressing() {
  const acted: ClickTarget[] = [];
  const held = { now: 0, times: 0 };
  const presses = createDoubleClicks(
    () => {
      held.now += 1;
      held.times += 1;
      return () => (held.now -= 1);
    },
    (place) => acted.push(place),
  );
  const { onPointerDown, onMouseDown, onClick, onDoubleClick } = presses.handlers;
  const on = (where: string) => document.getElementById(where);
  const down = (pointerType: string) => onPointerDown({ pointerType, clientX: 0, clientY: 0 } as never);
  const click = (where: string, detail: number) => {
    down("mouse");
    onMouseDown({ target: on(where), detail, clientX: 0, clientY: 0 } as never);
    presses.pointerUp({ clientX: 0, clientY: 0 });
    onClick({ target: on(where), timeStamp: 0, clientX: 0, clientY: 0 } as never);
    if (detail === 2) onDoubleClick({} as never);
  };
  const tap = (where: string, at: number, x = 0, y = 0) => {
    down("touch");
    onMouseDown({ target: on(where), detail: 1 } as never);
    presses.pointerUp({ clientX: 0, clientY: 0 });
    onClick({ target: on(where), timeStamp: at, clientX: x, clientY: y } as never);
  };
  return { presses, acted, held, click, tap, down };
}

describe("a double click", () => {
  it("acts on the sticker or the column of its first press, whatever lies there by the second", () => {
    const { acted, click } = pressing();
    click("text", 1);
    click("space", 2);
    click("space", 1);
    click("text", 2);
    expect(acted).toEqual([{ sticker: "a" }, { column: "c1" }]);
  });

  it("on a control or off the board does nothing, and a single click neither", () => {
    const { acted, click } = pressing();
    for (const where of ["button", "outside"]) {
      click(where, 1);
      click(where, 2);
    }
    click("text", 1);
    expect(acted).toEqual([]);
  });

  it("acts once", () => {
    const { acted, click, presses } = pressing();
    click("text", 1);
    click("text", 2);
    presses.handlers.onDoubleClick({} as never);
    vi.runAllTimers();
    expect(acted).toHaveLength(1);
  });

  it.each([
    ["acts although its element was rendered anew and the browser sends no dblclick", 5, 1],
    ["whose second press becomes a drag does nothing", 6, 0],
  ])("%s", (_, movedPx, times) => {
    const { acted, click, presses } = pressing();
    click("text", 1);
    presses.handlers.onMouseDown({
      target: document.getElementById("text"),
      detail: 2,
      clientX: 10,
      clientY: 20,
    } as never);
    presses.pointerUp({ clientX: 10 + movedPx, clientY: 20 });
    vi.runAllTimers();
    expect(acted).toEqual(Array.from({ length: times }, () => ({ sticker: "a" })));
  });
});

describe("two taps", () => {
  it("within 350 ms and 32 pixels act where the first one was", () => {
    const { acted, tap } = pressing();
    tap("text", 1000);
    tap("space", 1349, 32, 0);
    expect(acted).toEqual([{ sticker: "a" }]);
  });

  it("that are too late or too far apart are two single ones, of which the second may begin a pair", () => {
    const { acted, tap } = pressing();
    tap("text", 1000);
    tap("text", 1350);
    expect(acted).toEqual([]);
    tap("text", 1500, 33, 0);
    expect(acted).toEqual([]);
    tap("text", 1600, 33, 0);
    expect(acted).toEqual([{ sticker: "a" }]);
  });

  it("a third tap does not act again, and the browser's own double click is not counted beside them", () => {
    const { acted, tap, presses } = pressing();
    tap("text", 1000);
    tap("text", 1100);
    presses.handlers.onDoubleClick({} as never);
    tap("text", 1200);
    expect(acted).toHaveLength(1);
  });
});

describe("others' changes", () => {
  it("wait from the press until half a second after it, in case that a second one follows", () => {
    const { held, click } = pressing();
    click("text", 1);
    vi.advanceTimersByTime(499);
    expect(held.now).toBe(1);
    vi.advanceTimersByTime(1);
    expect([held.now, held.times]).toEqual([0, 1]);
  });

  it.each([
    ["mouse", 5, 1],
    ["mouse", 6, 0],
    ["touch", 32, 1],
    ["touch", 33, 0],
  ])(
    "after a press (%s) that moved %i pixels wait only if that may be a click",
    (pointerType, px, waiting) => {
      const { held, down, presses } = pressing();
      down(pointerType);
      presses.pointerUp({ clientX: 0, clientY: px });
      expect(held.now).toBe(waiting);
    },
  );

  it("wait once for both presses, and are shown again when the double click is done", () => {
    const { held, click } = pressing();
    click("text", 1);
    click("text", 2);
    expect([held.now, held.times]).toEqual([0, 1]);
  });

  it("are shown again after two seconds of holding, and when the press is called off", () => {
    const { held, down, presses } = pressing();
    down("mouse");
    vi.advanceTimersByTime(1999);
    expect(held.now).toBe(1);
    vi.advanceTimersByTime(1);
    expect(held.now).toBe(0);
    down("touch");
    presses.letGo();
    expect(held.now).toBe(0);
    presses.pointerUp({ clientX: 0, clientY: 0 });
    vi.advanceTimersByTime(10_000);
    expect([held.now, held.times]).toEqual([0, 2]);
  });
});
