import { describe, expect, it } from "vitest";
import { addSticker, itemOf, openTwoParticipants } from "../testing/twoParticipants.ts";

/** Ann adds a sticker without a network, in a browser whose storage is full. */
async function unstored() {
  const all = await openTwoParticipants();
  const { simulation, a } = all;
  a.offline = true;
  a.tab.setStorageFull(true);
  const outcome = { value: "open" as unknown };
  addSticker(a, 1).then(
    (value) => (outcome.value = value),
    (error: unknown) => (outcome.value = error),
  );
  await simulation.advance(1000);
  return { ...all, outcome };
}

describe("[Y6] a new sticker that the full storage of a browser refuses", () => {
  it("is told to be only on the page as soon as the storage has refused it, without another change", async () => {
    const { simulation, a } = await openTwoParticipants();
    a.offline = true;
    a.tab.setStorageFull(true);
    const told: boolean[] = [];
    a.store.subscribe(() => told.push(a.store.getState().durable));
    void addSticker(a, 1);
    await simulation.advance(0);
    expect(told.at(-1)).toBe(false);
  });

  it("stays on the page while the laptop sleeps, is not called saved, and is sent afterwards", async () => {
    const { simulation, a, b, outcome } = await unstored();
    expect([simulation.storedEntries(), a.store.getState().durable]).toEqual([[], false]);
    a.tab.shiftClock(150_000);
    a.tab.resume();
    await simulation.advance(1000);
    expect([itemOf(a, 1)?.title, outcome.value]).toEqual(["text 1", "open"]);
    a.offline = false;
    a.connect(true);
    await simulation.advance(60_000);
    expect([itemOf(b, 1)?.title, outcome.value]).toMatchObject(["text 1", { title: "text 1" }]);
  });

  it("is stored as soon as there is room, without another change", async () => {
    const { simulation, a, b } = await unstored();
    a.tab.setStorageFull(false);
    await simulation.advance(90_000);
    expect([simulation.storedEntries().length, a.store.getState().durable]).toEqual([1, true]);
    a.offline = false;
    a.reloadPage();
    await simulation.advance(60_000);
    expect(itemOf(b, 1)?.title).toBe("text 1");
  });

  it("is there when its board is left and opened again", async () => {
    const { simulation, a, b } = await unstored();
    a.leaveBoard();
    a.reopenBoard();
    a.offline = false;
    await simulation.advance(60_000);
    expect([itemOf(a, 1)?.title, itemOf(b, 1)?.title]).toEqual(["text 1", "text 1"]);
  });

  it("is not stored after it was saved", async () => {
    const { simulation, a } = await unstored();
    a.offline = false;
    a.connect(true);
    await simulation.advance(30_000);
    a.tab.setStorageFull(false);
    await simulation.advance(90_000);
    expect([simulation.storedEntries(), a.tab.env.storage.durable()]).toEqual([[], true]);
  });
});
