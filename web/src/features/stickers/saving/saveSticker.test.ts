import type { Item } from "@retro/contract/items";
import type { BoardCommand } from "@retro/rules/predict";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { refuseRepetition } from "../../../board-state/testing/lostAnswers.ts";
import { RefusalError } from "../../../board-state/testing/refusalError.ts";
import {
  addSticker,
  ann,
  itemId,
  itemOf,
  openTwoParticipants,
} from "../../../board-state/testing/twoParticipants.ts";
import { startI18n } from "../../../i18n/i18n.ts";
import { setToastHost, type Toast } from "../../../ui/toasts/toast.ts";
import { addStickers, moveItem, saveCorrection, saveEdit } from "./saveSticker.ts";

const toasts: Toast[] = [];
beforeAll(async () => {
  vi.stubGlobal("localStorage", { getItem: () => "en" });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  await startI18n();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  toasts.length = 0;
  setToastHost({ show: (message) => (toasts.push(message), () => undefined) });
});
afterEach(() => setToastHost(null));

/** Ann's board; records the changes she sends and the failed changes that are offered for correction. */
async function board(stickers = 0) {
  const all = await openTwoParticipants(stickers);
  const offered: string[] = [];
  const sent: BoardCommand[] = [];
  const { store } = all.a;
  const send = store.send.bind(store);
  store.send = (command) => {
    sent.push(command);
    return send(command);
  };
  const refuse = (error: RefusalError) => {
    all.network.refuse = (method, _path, from) => (from === ann && method !== "GET" ? error : null);
  };
  return { ...all, store, sent, offered, offer: (key: string) => offered.push(key), refuse };
}

describe("new stickers", () => {
  const plain = (title: string) => ({ title, style: {} });

  it("one is added alone, many in one request, in their order; none sends nothing", async () => {
    const { simulation, a, store, sent, offer } = await board();
    addStickers(store, "s1c1", [], offer);
    expect(sent).toEqual([]);
    addStickers(store, "s1c1", [plain("one")], offer);
    addStickers(store, "s1c2", [plain("two"), plain("three")], offer);
    expect(sent).toMatchObject([
      { type: "sticker.add", parent_id: "s1c1", title: "one" },
      { type: "stickers.add", parent_id: "s1c2", items: [{ title: "two" }, { title: "three" }] },
    ]);
    await simulation.advance(1000);
    const titles = [...(a.store.getState().view?.items.values() ?? [])].map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(["one", "two", "three"]));
  });

  it("send only the chosen parts of their style", async () => {
    const { store, sent, offer } = await board();
    const chosen = { color: "#000000", fontWeight: null, fontSize: undefined } as never;
    addStickers(store, "s1c1", [{ title: "one", style: chosen }], offer);
    addStickers(store, "s1c1", [{ title: "two", style: { color: null } }], offer);
    expect(sent[0]).toMatchObject({ style: { color: "#000000" } });
    expect(Object.keys((sent[0] as { style: object }).style)).toEqual(["color"]);
    expect(sent[1]).not.toHaveProperty("style");
  });

  it("that are refused are each offered for correction", async () => {
    const { simulation, a, store, offered, offer, refuse } = await board();
    refuse(new RefusalError(422, "invalid"));
    addStickers(store, "s1c1", [plain("one")], offer);
    await simulation.advance(100);
    addStickers(store, "s1c2", [plain("two"), plain("three")], offer);
    await simulation.advance(100);
    expect(offered).toEqual(a.store.getState().pending.map(({ key }) => key));
    expect(offered).toHaveLength(2);
  });
});

describe("an edit", () => {
  const before = (n: number, who: Parameters<typeof itemOf>[0]) => itemOf(who, n) as Item;

  it("sends what differs, with the revision it began on, and nothing when nothing does", async () => {
    const { a, store, sent, offer } = await board(1);
    const item = before(1, a);
    saveEdit(store, item, { title: item.title ?? "", style: {} }, 1, offer);
    expect(sent).toEqual([]);
    saveEdit(store, item, { title: "new", style: {} }, 1, offer);
    saveEdit(store, item, { title: item.title ?? "", style: { color: "#000000" } }, 7, offer);
    expect(sent).toEqual([
      { type: "item.edit", id: itemId(1), rev: 1, title: "new" },
      { type: "item.edit", id: itemId(1), rev: 7, style: { color: "#000000" } },
    ]);
  });

  it("that is refused is offered; of two refused ones of a sticker, the last", async () => {
    const { simulation, a, store, offered, offer, refuse } = await board(2);
    refuse(new RefusalError(403, "stickers_locked"));
    for (const [n, title] of [
      [1, "first"],
      [2, "other"],
      [1, "second"],
    ] as const) {
      saveEdit(store, before(n, a), { title, style: {} }, 1, offer);
      await simulation.advance(100);
    }
    expect(offered).toEqual(a.store.getState().pending.map(({ key }) => key));
  });

  it("that is refused and not kept is not offered: its sticker is hidden by now", async () => {
    const { simulation, network, a, b, store, offered, offer } = await board(1);
    void b.store.send({ type: "seat.take" });
    await simulation.advance(100);
    network.faults = { ...network.faults, callDelay: 500, steady: true };
    saveEdit(store, before(1, a), { title: "new", style: {} }, 1, offer);
    network.server.handle({ id: "bob", socketId: undefined }, "PUT", "boards/board/facilitators", {
      option: "hideContent",
      value: true,
    });
    await simulation.advance(5000);
    expect([offered, a.store.getState().pending]).toEqual([[], []]);
  });
});

describe("a move", () => {
  it("names the new parent and the sibling to follow, and returns whether the server accepted", async () => {
    const { simulation, b, store, sent } = await board(2);
    const moved = moveItem(store, itemId(1), "s1c1", itemId(2));
    await simulation.advance(1000);
    expect([await moved, toasts]).toEqual([true, []]);
    expect(sent).toEqual([{ type: "item.move", id: itemId(1), parent_id: "s1c1", after_id: itemId(2) }]);
    expect((itemOf(b, 1)?.order ?? "") > (itemOf(b, 2)?.order ?? "")).toBe(true);
  });

  it("into a group is offered to be undone, but not when the sticker is dropped where it was", async () => {
    const { simulation, a, store } = await board(2);
    void moveItem(store, itemId(1), itemId(2), null);
    await simulation.advance(1000);
    expect(toasts).toMatchObject([{ message: "Grouped" }]);
    void moveItem(store, itemId(1), itemId(2), null);
    await simulation.advance(1000);
    expect(itemOf(a, 1)?.parent_id).toBe(itemId(2));
    expect(toasts).toHaveLength(1);
  });

  it("that is refused goes back, with the server's message", async () => {
    const { simulation, a, store, refuse } = await board(1);
    refuse(new RefusalError(403, "stickers_locked"));
    const moved = moveItem(store, itemId(1), "s2c1", null);
    await simulation.advance(1000);
    expect(await moved).toBe(false);
    expect(toasts).toMatchObject([{ kind: "error", message: "stickers_locked" }]);
    expect(itemOf(a, 1)?.parent_id).toBe("s1c1");
  });
});

it("a sticker that waits for its answer can be edited, moved and saved without being offered", async () => {
  const { simulation, network, a, store, offered, offer } = await board();
  network.faults = { ...network.faults, callDelay: 500, steady: true };
  void addSticker(a, 1);
  saveEdit(store, itemOf(a, 1) as Item, { title: "new", style: {} }, 1, offer);
  void moveItem(store, itemId(1), "s2c1", null);
  await simulation.advance(10_000);
  expect(itemOf(a, 1)).toMatchObject({ title: "new", parent_id: "s2c1" });
  expect([offered, toasts]).toEqual([[], []]);
});

describe("[Y6] the correction of a refused new sticker", () => {
  const drafts = ["the better text", "another"].map((title) => ({ title, style: {} }));
  const offer = () => undefined;
  const texts = ({ view }: { view: { items: ReadonlyMap<string, Item> } | null }) =>
    [...(view?.items.values() ?? [])].filter(({ kind }) => kind === "sticker").map(({ title }) => title);

  it("replaces it", async () => {
    const { network, simulation, a, b } = await openTwoParticipants(0);
    network.refuse = (method) => (method === "POST" ? new RefusalError(422, "invalid") : null);
    addSticker(a, 1).catch(offer);
    await simulation.advance(1000);
    network.refuse = null;
    const entry = a.store.getState().pending[0]?.key ?? "";
    saveCorrection(a.store, { entry, sticker: itemId(1) }, "s1c1", drafts, offer);
    await simulation.advance(10_000);
    for (const { store } of [a, b]) expect(texts(store.getState())).toEqual(["the better text", "another"]);
  });

  it("becomes its text if the board has shown it since the dialog opened", async () => {
    const { a, b, recover, simulation } = await refuseRepetition();
    const entry = a.store.getState().pending[0]?.key ?? "";
    await recover();
    saveCorrection(a.store, { entry, sticker: itemId(1) }, "s1c1", drafts, offer);
    await simulation.advance(10_000);
    expect(itemOf(b, 1)?.title).toBe("the better text");
    for (const { store } of [a, b]) expect(texts(store.getState())).toEqual(["the better text", "another"]);
  });
});
