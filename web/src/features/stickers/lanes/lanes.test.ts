// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { itemId, moveCommand, openTwoParticipants } from "../../../board-state/testing/twoParticipants.ts";
import { pointer } from "../../../ui/pointer.ts";
import { newSticker } from "../saving/stickerDraft.ts";
import { createComposer } from "../composer/composer.ts";
import { Lanes } from "./lanes.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  // Nothing slides: jsdom has no places.
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
let stop = () => undefined as void;
function stopLanes(): void {
  stop();
  stop = () => undefined;
}
afterEach(() => {
  stopLanes();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.innerHTML = "";
  localStorage.clear();
});

const columns = ["s1c1", "s1c2", "s1c3", "s2c1", "s2c2", "s2c3"];

/** Ann's lanes on a board with stickers of Bob in its first column. */
async function board(stickers = 1) {
  const all = await openTwoParticipants(stickers);
  const composer = createComposer();
  const lanes = new Lanes(all.a.store, composer);
  stopLanes();
  const ends = [lanes.start(), pointer.watch()];
  stop = () => {
    for (const end of ends) end();
  };
  document.body.innerHTML = `<div class="sticker-board">${columns
    .map((id) => `<div data-column="${id}"><button id="${id}"></button></div>`)
    .join("")}</div><input id="elsewhere" />`;
  /** Bob changes the board, and Ann's browser gets to know it. */
  const bob = async (change: Promise<unknown>) => {
    await all.simulation.advance(1000);
    await change;
  };
  return { ...all, composer, lanes, bob, now: () => columns.filter((id) => lanes.isLane(id)) };
}

const mouse = (type: string, on: EventTarget = window, buttons = 1) =>
  on.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true, buttons }), { pointerType: "mouse" }));
const touch = (type: string, fingers: number) =>
  window.dispatchEvent(Object.assign(new Event(type), { touches: { length: fingers } }));
const onBoard = () => document.querySelector(".sticker-board") as Element;
const control = (id: string) => document.getElementById(id) as HTMLElement;

describe("an empty column", () => {
  it("is a lane beside a single used one; in an empty section, and beside two, none is", async () => {
    expect((await board(0)).now()).toEqual([]);
    const { now, bob, b } = await board(2);
    expect(now()).toEqual(["s1c2", "s1c3"]);
    await bob(b.store.send(moveCommand(1, "s1c2")));
    expect(now()).toEqual([]);
    await bob(b.store.send(moveCommand(1, "s1c1")));
    expect(now()).toEqual(["s1c2", "s1c3"]);
  });

  it("is wide while the composer is open in it or has left a draft there", async () => {
    const { now, composer, a } = await board();
    composer.open("s1c2");
    expect(now()).toEqual(["s1c3"]);
    a.store.drafts.keep(newSticker("s1c2", { title: "later", style: {} }));
    composer.close("s1c2");
    expect(now()).toEqual(["s1c3"]);
    a.store.drafts.drop("s1c2");
    expect(now()).toEqual(["s1c2", "s1c3"]);
  });

  it("is wide while something in it has the focus", async () => {
    const { now } = await board();
    control("s1c3").focus();
    expect(now()).toEqual(["s1c2"]);
    control("elsewhere").focus();
    expect(now()).toEqual(["s1c2", "s1c3"]);
  });
});

describe("no width changes", () => {
  it("while the mouse is down, nor before the second press of a double click", async () => {
    const { now, bob, b } = await board(2);
    mouse("pointerdown", onBoard());
    await bob(b.store.send(moveCommand(1, "s1c2")));
    control("s1c3").focus();
    expect(now()).toEqual(["s1c2", "s1c3"]);
    mouse("pointerup", window, 0);
    // The user's own focus counts at once.
    expect(now()).toEqual(["s1c2"]);
    vi.advanceTimersByTime(499);
    expect(now()).toEqual(["s1c2"]);
    vi.advanceTimersByTime(2);
    expect(now()).toEqual([]);
  });

  it("while a finger scrolls, and until the page has come to rest", async () => {
    const { now, bob, b } = await board(2);
    touch("touchstart", 1);
    mouse("pointercancel");
    await bob(b.store.send(moveCommand(1, "s1c2")));
    window.dispatchEvent(new Event("scroll"));
    touch("touchend", 0);
    vi.advanceTimersByTime(140);
    window.dispatchEvent(new Event("scroll"));
    vi.advanceTimersByTime(140);
    expect(now()).toEqual(["s1c2", "s1c3"]);
    vi.advanceTimersByTime(20);
    expect(now()).toEqual([]);
  });

  it("longer than a press whose release nobody reports", async () => {
    const { now, bob, b } = await board(2);
    mouse("pointerdown");
    await bob(b.store.send(moveCommand(1, "s1c2")));
    mouse("pointermove", window, 1);
    expect(now()).toEqual(["s1c2", "s1c3"]);
    mouse("pointermove", window, 0);
    expect(now()).toEqual([]);
  });
});

it("the user's own sticker makes the lanes wide at once", async () => {
  const { now, a } = await board();
  void a.store.send({ type: "sticker.add", id: itemId(9), parent_id: "s1c2", title: "mine" });
  await vi.waitFor(() => expect(now()).toEqual([]));
});
