// @vitest-environment jsdom
import { childrenOf } from "@retro/rules/tree";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { itemId, itemOf, openTwoParticipants, viewOf } from "../../../board-state/testing/twoParticipants.ts";
import { startTexts } from "../../../testing/startTexts.ts";
import { setSingleKeys } from "../../../ui/focus/singleKeys.ts";
import { setToastHost, type ToastHost } from "../../../ui/toasts/toast.ts";
import { StickerDrag } from "./stickerDrag.ts";

beforeAll(async () => {
  // What jsdom does not have; the ids of these tests need no escape.
  Element.prototype.scrollIntoView = () => undefined;
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  await startTexts();
});
let stopListening = () => undefined as void;
beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"],
    }),
);
afterEach(() => {
  stopListening();
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.innerHTML = "";
});

/**
 * Renders the columns with their stickers, as far as a drag reads them; each sticker is 100 pixels high and
 * 50 wide.
 */
function draw(who: Awaited<ReturnType<typeof openTwoParticipants>>["a"]): void {
  const { items } = viewOf(who);
  const column = (parent: string) =>
    `<div data-column="${parent}"><div data-list="${parent}">${childrenOf(items, parent)
      .map(
        ({ id: each }) => `<div data-sticker="${each}"><div class="sticker" tabindex="0">${each}</div></div>`,
      )
      .join("")}</div></div>`;
  document.body.innerHTML = ["s1c1", "s1c2"].map((each) => column(each)).join("");
}

/** Ann's board with stickers 1 to 3 in its first column, on screen. */
async function board() {
  stopListening();
  const all = await openTwoParticipants(3);
  draw(all.a);
  const stickers = new StickerDrag(all.a.store, () => undefined);
  stopListening = stickers.drag.listen(document.body);
  const order = () => childrenOf(viewOf(all.b).items, "s1c1").map((item) => item.title);
  const card = (n: number) => document.querySelector(`[data-sticker="${itemId(n)}"] .sticker`) as HTMLElement;
  /** Presses a key where the focus is. @returns whether it was used */
  const press = (key: string) => {
    const code = key === " " ? "Space" : key;
    const event = new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
    return event.defaultPrevented;
  };
  /** Picks a sticker up with the keyboard and presses keys. */
  const pick = (n: number, ...keys: string[]) => {
    card(n).focus();
    press(" ");
    return keys.map((key) => press(key));
  };
  const said = () => stickers.announcement.get();
  return { ...all, stickers, order, card, press, pick, said };
}

describe("a sticker that is dragged by keyboard", () => {
  it("moves with the keys, is announced, and is moved on the board when it is dropped", async () => {
    const { simulation, stickers, order, press, pick, said } = await board();
    expect(pick(1, "ArrowDown")).toEqual([true]);
    expect(stickers.drag.isLifted).toBe(true);
    expect(said()).toBe("Section s1, column 1, place 2 of 3");
    press(" ");
    expect([said(), stickers.drag.isLifted]).toEqual(["Moved", false]);
    await simulation.advance(1000);
    expect(order()).toEqual(["text 2", "text 1", "text 3"]);
  });

  it("is announced as picked up, and takes the next key at once", async () => {
    const { press, pick, said } = await board();
    pick(1);
    expect(said()).toBe("Picked up. Arrow keys move, G groups, Space drops, Escape cancels.");
    expect(press("ArrowDown")).toBe(true);
  });

  it("is grouped by G, by П on the same key, and in capitals; G again takes it back", async () => {
    for (const key of ["g", "G", "п", "П"]) {
      const { simulation, press, pick, said, b } = await board();
      expect(pick(1, key)).toEqual([true]);
      expect(said()).toBe("Group with “text 2”");
      press(" ");
      expect(said()).toBe("Grouped with “text 2”");
      await simulation.advance(1000);
      expect(itemOf(b, 1)?.parent_id).toBe(itemId(2));
    }
    const { press, pick, changes } = await board();
    pick(1, "g", "g");
    press(" ");
    expect(changes()).toEqual([]);
  });

  it("is not grouped by G while single-key shortcuts are off, and the announcement does not offer it", async () => {
    setSingleKeys(false);
    try {
      const { press, pick, said } = await board();
      expect(pick(1, "g", "G")).toEqual([false, false]);
      expect(said()).toBe("Picked up. Arrow keys move, Space drops, Escape cancels.");
      expect(press("ArrowDown")).toBe(true);
    } finally {
      setSingleKeys(true);
    }
  });

  it("stays where it is when the drag is cancelled, or it is dropped where it was", async () => {
    const { simulation, order, press, pick, said, changes } = await board();
    pick(1, "ArrowDown");
    press("Escape");
    expect(said()).toContain("Cancelled");
    pick(1, "ArrowDown", "ArrowUp");
    press(" ");
    expect(said()).toContain("Cancelled");
    await simulation.advance(1000);
    expect([changes(), order()]).toEqual([[], ["text 1", "text 2", "text 3"]]);
  });

  it("delays others' changes until it is dropped", async () => {
    const { simulation, press, pick, a, b } = await board();
    pick(1);
    void b.store.send({ type: "item.edit", id: itemId(2), title: "changed" });
    await simulation.advance(1000);
    expect(itemOf(a, 2)?.title).toBe("text 2");
    press("Escape");
    expect(itemOf(a, 2)?.title).toBe("changed");
  });

  it("is not sent as a move when Bob has deleted it meanwhile, and a message says so", async () => {
    const { simulation, press, pick, changes, b } = await board();
    pick(1, "ArrowDown");
    await Promise.all([b.store.send({ type: "item.delete", id: itemId(1) }), simulation.advance(1000)]);
    const before = changes().length;
    const show = vi.fn<ToastHost["show"]>(() => () => undefined);
    setToastHost({ show });
    press(" ");
    await simulation.advance(1000);
    expect(changes()).toHaveLength(before);
    expect(show).toHaveBeenLastCalledWith({
      message: "Someone has deleted this sticker in the meantime",
    });
    setToastHost(null);
  });

  it("follows the nearest sticker above its place that Bob has left there", async () => {
    const { simulation, order, press, pick, b } = await board();
    pick(1, "ArrowDown");
    await Promise.all([b.store.send({ type: "item.delete", id: itemId(2) }), simulation.advance(1000)]);
    press(" ");
    await simulation.advance(1000);
    expect(order()).toEqual(["text 1", "text 3"]);
  });

  it("gives the focus back to the sticker", async () => {
    const { press, pick } = await board();
    pick(1);
    press("Escape");
    vi.advanceTimersByTime(100);
    expect(document.activeElement?.textContent).toBe(itemId(1));
  });

  it("[H1] is dropped when it is hidden, and an announced title is forgotten", async () => {
    const { simulation, stickers, pick, said, b } = await board();
    await Promise.all([b.store.send({ type: "seat.take" }), simulation.advance(100)]);
    pick(1, "g");
    void b.store.send({ type: "option.set", option: "hideContent", value: true });
    await simulation.advance(100);
    expect(said()).toContain("text 2");
    stickers.scrubHidden();
    expect([stickers.drag.isLifted, said()]).toEqual([false, "Cancelled. The sticker is back where it was."]);
  });
});

it("[H1] the title of the group that a sticker was dropped into is forgotten when it is hidden", async () => {
  const { simulation, stickers, press, pick, said, b } = await board();
  await Promise.all([b.store.send({ type: "seat.take" }), simulation.advance(100)]);
  pick(1, "g");
  press(" ");
  expect(said()).toBe("Grouped with “text 2”");
  stickers.scrubHidden();
  expect(said()).toBe("Grouped with “text 2”");
  void b.store.send({ type: "option.set", option: "hideContent", value: true });
  await simulation.advance(1000);
  stickers.scrubHidden();
  expect(said()).toBe("");
});

describe("a sticker that is dragged by pointer", () => {
  const rect = (top: number, height: number) =>
    ({ left: 0, right: 50, width: 50, top, height, bottom: top + height }) as DOMRect;
  /** Lays out the stickers of the first column below each other, from the top of the screen. */
  function place(): void {
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function measure(this: Element) {
      const slot = this.closest<HTMLElement>("[data-sticker]");
      const at = [...document.querySelectorAll("[data-sticker]")].indexOf(slot as HTMLElement);
      return slot === null ? rect(0, 400) : rect(at * 100, 100);
    });
    document.elementFromPoint = (_x, y) =>
      document.querySelectorAll("[data-sticker] .sticker")[Math.floor(y / 100)] ?? null;
  }
  /** Lifts a sticker with the mouse or a finger, above its place. */
  async function dragging(n: number, pointerType = "mouse") {
    const all = await board();
    place();
    const point = (name: string, y: number) =>
      all.card(n).dispatchEvent(
        new PointerEvent(name, {
          bubbles: true,
          pointerId: 1,
          isPrimary: true,
          pointerType,
          clientX: 10,
          clientY: y,
        }),
      );
    point("pointerdown", n * 100 - 50);
    vi.advanceTimersByTime(300);
    const to = (y: number) => {
      point("pointermove", y);
      // The events of a mouse go to what is under it, those of these tests to the sticker.
      all.stickers.drag.update();
    };
    if (pointerType === "mouse") to(n * 100 - 56);
    return { ...all, to, drop: (y: number) => point("pointerup", y) };
  }
  const preview = () => document.querySelector<HTMLElement>(".drag-preview");

  it("shows where it would go: a line between stickers, a ring round one to group with", async () => {
    const { stickers, to, press } = await dragging(1);
    to(199);
    expect(stickers.indicator.get()).toMatchObject({ kind: "line" });
    expect(document.querySelectorAll("[data-aside]")).toHaveLength(2);
    to(150);
    expect(stickers.indicator.get()).toMatchObject({ kind: "ring", top: 96, height: 108 });
    expect(document.querySelectorAll("[data-aside]")).toHaveLength(0);
    to(50);
    expect(stickers.indicator.get()).toBeNull();
    press("Escape");
    expect([stickers.drag.isLifted, stickers.indicator.get()]).toEqual([false, null]);
  });

  it("is moved between others where it is dropped there, and grouped where it is dropped on one", async () => {
    const between = await dragging(1);
    between.to(199);
    between.drop(199);
    await between.simulation.advance(1000);
    expect(between.order()).toEqual(["text 2", "text 1", "text 3"]);
    const onto = await dragging(1);
    onto.to(250);
    onto.drop(250);
    await onto.simulation.advance(1000);
    expect(itemOf(onto.b, 1)?.parent_id).toBe(itemId(3));
  });

  it("stays where it is when it is dropped off the board", async () => {
    const { simulation, said, to, drop, changes } = await dragging(1);
    to(150);
    to(900);
    drop(900);
    await simulation.advance(1000);
    expect([changes(), said()]).toEqual([[], "Cancelled. The sticker is back where it was."]);
  });

  it("follows the finger like the mouse, and stops when it is dropped", async () => {
    const { stickers, to, drop } = await dragging(1, "touch");
    to(150);
    expect(stickers.indicator.get()).toMatchObject({ kind: "ring" });
    drop(150);
    to(150);
    expect(stickers.indicator.get()).toBeNull();
  });

  it("has a copy that follows the pointer and looks as on the board, without its identifying attributes", async () => {
    const { to, press } = await dragging(1);
    to(150);
    expect(preview()?.textContent).toBe(itemId(1));
    expect(preview()?.style.transform).toBe("translate(0px, 100px)");
    expect(preview()?.querySelector("[data-sticker], [id], [tabindex]")).toBeNull();
    press("Escape");
    expect(preview()).toBeNull();
  });

  it("cannot be grabbed by its buttons, nor when the user may not edit it", async () => {
    const { simulation, stickers, card, b } = await board();
    card(1).innerHTML = "<button>Vote</button>";
    const lifts = (target: Element | null) => {
      const options = { bubbles: true, pointerId: 1, pointerType: "mouse" };
      target?.dispatchEvent(new PointerEvent("pointerdown", options));
      target?.dispatchEvent(new PointerEvent("pointermove", { ...options, clientX: 20 }));
      const { isLifted } = stickers.drag;
      stickers.drag.cancel();
      return isLifted;
    };
    expect([lifts(card(1).querySelector("button")), lifts(card(1))]).toEqual([false, true]);
    await Promise.all([b.store.send({ type: "seat.take" }), simulation.advance(100)]);
    void b.store.send({ type: "option.set", option: "stopEditing", value: true });
    await simulation.advance(1000);
    expect(lifts(card(1))).toBe(false);
  });
});
