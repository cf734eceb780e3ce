// @vitest-environment jsdom
import { childrenOf } from "@retro/rules/tree";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { itemId, itemOf, openTwoParticipants, viewOf } from "../../../board-state/testing/twoParticipants.ts";
import { startI18n } from "../../../i18n/i18n.ts";
import { setSingleKeys } from "../../../ui/focus/singleKeys.ts";
import { setToastHost, type ToastHost } from "../../../ui/toasts/toast.ts";
import { createDragController } from "./dragController.ts";

beforeAll(async () => {
  // What jsdom does not have; the ids of these tests need no escape.
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  await startI18n();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.innerHTML = "";
});

/** Renders the columns with their stickers, as far as a drag reads them; each sticker is 100 pixels high and 50 wide. */
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
  const all = await openTwoParticipants(3);
  draw(all.a);
  const controller = createDragController(all.a.store, () => undefined);
  const order = () => childrenOf(viewOf(all.b).items, "s1c1").map((item) => item.title);
  /** Picks a sticker up with the keyboard and presses keys. */
  const pick = (n: number, ...keys: string[]) => {
    controller.grab(itemId(n));
    controller.start(new KeyboardEvent("keydown", { key: " " }));
    return keys.map((key) => controller.moveByKey(key));
  };
  return { ...all, controller, order, pick };
}

describe("a sticker that is dragged by keyboard", () => {
  it("moves with the keys, is announced, and is moved on the board when it is dropped", async () => {
    const { simulation, controller, order, pick } = await board();
    expect(pick(1, "ArrowDown")).toEqual([true]);
    expect(controller.isDragging()).toBe(true);
    expect(controller.announcement.get()).toBe("Section s1, column 1, place 2 of 3");
    controller.drop();
    expect([controller.announcement.get(), controller.isDragging()]).toEqual(["Moved", false]);
    await simulation.advance(1000);
    expect(order()).toEqual(["text 2", "text 1", "text 3"]);
  });

  it("announces the drag only when the library listens to keys: after the timeout that the library sets", async () => {
    const { controller, pick } = await board();
    pick(1);
    let said = "";
    setTimeout(() => (said = controller.announcement.get()));
    expect(controller.announcement.get()).toBe("");
    vi.advanceTimersByTime(1);
    expect(said).toBe("");
    expect(controller.announcement.get()).toContain("Picked up");
  });

  it("is grouped by G, by П on the same key, and in capitals; G again takes it back", async () => {
    for (const key of ["g", "G", "п", "П"]) {
      const { simulation, controller, pick, b } = await board();
      expect(pick(1, key)).toEqual([true]);
      expect(controller.announcement.get()).toBe("Group with “text 2”");
      controller.drop();
      expect(controller.announcement.get()).toBe("Grouped with “text 2”");
      await simulation.advance(1000);
      expect(itemOf(b, 1)?.parent_id).toBe(itemId(2));
    }
    const { controller, pick, changes } = await board();
    pick(1, "g", "g");
    controller.drop();
    expect(changes()).toEqual([]);
  });

  it("is not grouped by G while single-key shortcuts are off, and the announcement does not offer it", async () => {
    setSingleKeys(false);
    try {
      const { controller, pick } = await board();
      expect(pick(1, "g", "G")).toEqual([false, false]);
      vi.advanceTimersByTime(1);
      expect(controller.announcement.get()).toBe("Picked up. Arrow keys move, Space drops, Escape cancels.");
      expect(pick(1, "ArrowDown")).toEqual([true]);
    } finally {
      setSingleKeys(true);
    }
  });

  it("stays where it is when the drag is cancelled, or it is dropped where it was", async () => {
    const { simulation, controller, order, pick, changes } = await board();
    pick(1, "ArrowDown");
    controller.cancel();
    expect(controller.announcement.get()).toContain("Cancelled");
    pick(1, "ArrowDown", "ArrowUp");
    controller.drop();
    expect(controller.announcement.get()).toContain("Cancelled");
    await simulation.advance(1000);
    expect([changes(), order()]).toEqual([[], ["text 1", "text 2", "text 3"]]);
  });

  it("handles keys that lead nowhere, and leaves other keys to the page", async () => {
    const { controller, pick } = await board();
    expect(pick(1, "ArrowUp", "Enter", "x")).toEqual([true, false, false]);
    controller.cancel();
    expect(controller.moveByKey("ArrowDown")).toBe(false);
  });

  it("delays others' changes until it is dropped", async () => {
    const { simulation, controller, pick, a, b } = await board();
    pick(1);
    void b.store.send({ type: "item.edit", id: itemId(2), title: "changed" });
    await simulation.advance(1000);
    expect(itemOf(a, 2)?.title).toBe("text 2");
    controller.cancel();
    expect(itemOf(a, 2)?.title).toBe("changed");
  });

  it("is not sent as a move when Bob has deleted it meanwhile, and a message says so", async () => {
    const { simulation, controller, pick, b, changes } = await board();
    pick(1, "ArrowDown");
    await Promise.all([b.store.send({ type: "item.delete", id: itemId(1) }), simulation.advance(1000)]);
    const before = changes().length;
    const show = vi.fn<ToastHost["show"]>(() => () => undefined);
    setToastHost({ show });
    controller.drop();
    await simulation.advance(1000);
    expect(changes()).toHaveLength(before);
    expect(show).toHaveBeenLastCalledWith({
      message: "Someone has deleted this sticker in the meantime",
    });
    setToastHost(null);
  });

  it("follows the nearest sticker above its place that Bob has left there", async () => {
    const { simulation, controller, order, pick, b } = await board();
    pick(1, "ArrowDown");
    await Promise.all([b.store.send({ type: "item.delete", id: itemId(2) }), simulation.advance(1000)]);
    controller.drop();
    await simulation.advance(1000);
    expect(order()).toEqual(["text 1", "text 3"]);
  });

  it("gives the focus back to the sticker", async () => {
    const { controller, pick } = await board();
    pick(1);
    controller.cancel();
    vi.advanceTimersByTime(100);
    expect(document.activeElement?.textContent).toBe(itemId(1));
  });

  it("[H1] is dropped when it is hidden, and an announced title is forgotten", async () => {
    const { simulation, controller, pick, b } = await board();
    await Promise.all([b.store.send({ type: "seat.take" }), simulation.advance(100)]);
    expect(controller.scrubHidden()).toBe(false);
    pick(1, "g");
    void b.store.send({ type: "option.set", option: "hideContent", value: true });
    await simulation.advance(100);
    expect(controller.announcement.get()).toContain("text 2");
    expect(controller.scrubHidden()).toBe(true);
    expect([controller.isDragging(), controller.announcement.get()]).toEqual([
      false,
      "Cancelled. The sticker is back where it was.",
    ]);
  });
});

it("[H1] the title of the group that a sticker was dropped into is forgotten when it is hidden", async () => {
  const { simulation, controller, pick, b } = await board();
  await Promise.all([b.store.send({ type: "seat.take" }), simulation.advance(100)]);
  pick(1, "g");
  controller.drop();
  expect(controller.announcement.get()).toBe("Grouped with “text 2”");
  expect(controller.scrubHidden()).toBe(false);
  expect(controller.announcement.get()).toBe("Grouped with “text 2”");
  void b.store.send({ type: "option.set", option: "hideContent", value: true });
  await simulation.advance(1000);
  expect([controller.scrubHidden(), controller.announcement.get()]).toEqual([false, ""]);
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
  async function dragging(n: number) {
    const all = await board();
    place();
    all.controller.grab(itemId(n));
    all.controller.start(new MouseEvent("mousedown", { clientX: 10, clientY: n * 100 - 50 }));
    const to = (y: number) => {
      window.dispatchEvent(new MouseEvent("mousemove", { clientX: 10, clientY: y }));
      vi.advanceTimersByTime(100);
    };
    return { ...all, to };
  }

  it("shows where it would go: a line between stickers, a ring round one to group with", async () => {
    const { controller, to } = await dragging(1);
    expect(controller.draggedId.get()).toBe(itemId(1));
    to(199);
    expect(controller.indicator.get()).toMatchObject({ kind: "line" });
    expect(document.querySelectorAll("[data-aside]")).toHaveLength(2);
    to(150);
    expect(controller.indicator.get()).toMatchObject({ kind: "ring", top: 96, height: 108 });
    expect(document.querySelectorAll("[data-aside]")).toHaveLength(0);
    to(50);
    expect(controller.indicator.get()).toBeNull();
    controller.cancel();
    expect([controller.draggedId.get(), controller.indicator.get()]).toEqual([null, null]);
  });

  it("is moved between others where it is dropped there, and grouped where it is dropped on one", async () => {
    const between = await dragging(1);
    between.to(199);
    between.controller.drop();
    await between.simulation.advance(1000);
    expect(between.order()).toEqual(["text 2", "text 1", "text 3"]);
    const onto = await dragging(1);
    onto.to(250);
    onto.controller.drop();
    await onto.simulation.advance(1000);
    expect(itemOf(onto.b, 1)?.parent_id).toBe(itemId(3));
  });

  it("stays where it is when it is dropped off the board", async () => {
    const { simulation, controller, to, changes } = await dragging(1);
    to(150);
    to(900);
    controller.drop();
    await simulation.advance(1000);
    expect([changes(), controller.announcement.get()]).toEqual([
      [],
      "Cancelled. The sticker is back where it was.",
    ]);
  });

  it("follows the finger like the mouse, and stops when it is dropped", async () => {
    const { controller } = await dragging(1);
    const touch = Object.assign(new Event("touchmove"), { touches: [{ clientX: 10, clientY: 150 }] });
    window.dispatchEvent(touch);
    vi.advanceTimersByTime(100);
    expect(controller.indicator.get()).toMatchObject({ kind: "ring" });
    controller.drop();
    window.dispatchEvent(touch);
    vi.advanceTimersByTime(100);
    expect(controller.indicator.get()).toBeNull();
  });

  it("has a preview that looks as on the board, without its identifying attributes", async () => {
    const { controller } = await board();
    const picture = controller.createPreview(itemId(1));
    expect(picture?.textContent).toBe(itemId(1));
    expect(picture?.querySelector("[data-sticker], [id], [tabindex]")).toBeNull();
    expect(controller.createPreview("unknown")).toBeNull();
  });
});
