import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { databaseBackend } from "./browserEntryStorage.ts";
import { openDatabase } from "./database.ts";
import { EntryStorage, type StorableEntry } from "./entryStorage.ts";
import { createTab } from "./tab.ts";

/**
 * Web Locks as far as the tabs use them: a lock is held until the page is gone; then those that wait for it
 * get it together.
 */
function fakeLocks() {
  const held = new Set<string>();
  const waiting: { name: string; work: () => unknown }[] = [];
  return {
    close(name: string) {
      held.delete(name);
      for (const waiter of waiting) if (waiter.name === name) waiter.work();
    },
    manager: {
      request: async (name: string, ...rest: [{ mode: string }, () => unknown] | [() => unknown]) => {
        const work = rest.length === 1 ? rest[0] : rest[1];
        if (rest.length === 2 && held.has(name)) {
          waiting.push({ name, work });
          return;
        }
        held.add(name);
        await work();
        held.delete(name);
      },
      query: () => Promise.resolve({ held: [...held].map((name) => ({ name })) }),
    } as unknown as LockManager,
  };
}

const entry = (key: string, more: Partial<StorableEntry> = {}): StorableEntry => ({
  key,
  board: "board",
  owner: "ann",
  at: 1000,
  kind: "command",
  command: { type: "item.delete", id: key },
  base: null,
  error: null,
  ...more,
});
const refuse = (error: unknown) => {
  throw error;
};

async function page(locks: ReturnType<typeof fakeLocks> | null, now = () => 2000) {
  const db = await openDatabase();
  const tab = createTab(locks ? locks.manager : null, now);
  const storage = new EntryStorage(Promise.resolve(databaseBackend(db, tab, now)), refuse);
  return { db, tab, storage, close: () => locks?.close(`retro.tab.${tab.id}`) };
}
const keys = async (adopted: Promise<{ key: string }[]>) => (await adopted).map(({ key }) => key);

beforeEach(async () => {
  const db = await openDatabase();
  await Promise.all([db.clear("outbox"), db.clear("tabs")]);
  db.close();
});

describe("entries in IndexedDB", () => {
  it("stay with their tab while it is open, and are taken over by one tab when it is closed", async () => {
    const locks = fakeLocks();
    const [first, second, third] = [await page(locks), await page(locks), await page(locks)];
    first.storage.put(entry("b", { at: 1002 }));
    first.storage.put(entry("a", { at: 1001 }));
    await first.storage.ownedByThisTab([]);
    expect(await keys(second.storage.takeOver("board", "ann"))).toEqual([]);
    first.close();
    expect([...(await first.storage.ownedByThisTab(["a", "b", "unknown"]))].toSorted()).toEqual(["a", "b"]);
    const both = await Promise.all([
      keys(second.storage.takeOver("board", "ann")),
      keys(third.storage.takeOver("board", "ann")),
    ]);
    expect(both.flat().toSorted()).toEqual(["a", "b"]);
    expect(both.some((list) => list.join() === "a,b")).toBe(true);
    expect([...(await first.storage.ownedByThisTab(["a", "b"]))]).toEqual([]);
  });

  it("of a page that is still closing are offered as soon as it is gone", async () => {
    const locks = fakeLocks();
    const [closing, next] = [await page(locks), await page(locks)];
    closing.storage.put(entry("a"));
    await closing.storage.ownedByThisTab([]);
    const found: string[] = [];
    const takeOver = async () => found.push(...(await keys(next.storage.takeOver("board", "ann"))));
    next.storage.onTakeOverPossible(() => void takeOver());
    await takeOver();
    expect(found).toEqual([]);
    closing.close();
    await vi.waitFor(() => expect(found).toEqual(["a"]));
  });

  it("are never given to another user or another board, and are forgotten after 30 days", async () => {
    const locks = fakeLocks();
    const first = await page(locks);
    first.storage.put(entry("a"));
    await first.storage.ownedByThisTab([]);
    first.close();
    const second = await page(locks);
    expect(await keys(second.storage.takeOver("board", "bob"))).toEqual([]);
    expect(await keys(second.storage.takeOver("other", "ann"))).toEqual([]);
    const later = await page(locks, () => 1000 + 31 * 24 * 3_600_000);
    expect(await keys(later.storage.takeOver("board", "ann"))).toEqual([]);
    expect(await later.db.count("outbox")).toBe(0);
  });

  it("that the page sends are not given to it twice", async () => {
    const { storage } = await page(fakeLocks());
    storage.claim("a");
    storage.put(entry("a"));
    expect(await keys(storage.takeOver("board", "ann"))).toEqual([]);
    storage.handBack("a");
    expect(await keys(storage.takeOver("board", "ann"))).toEqual(["a"]);
  });

  it("are not stored again by a page that slept while another tab took them over, or ended them", async () => {
    const locks = fakeLocks();
    const [slept, other] = [await page(locks), await page(locks)];
    for (const key of ["a", "b"]) slept.storage.put(entry(key));
    await slept.storage.ownedByThisTab([]);
    slept.close();
    expect(await keys(other.storage.takeOver("board", "ann"))).toEqual(["a", "b"]);
    other.storage.remove("b");
    await other.storage.ownedByThisTab([]);
    for (const key of ["a", "b"]) slept.storage.put(entry(key, { at: 9 }));
    expect([...(await slept.storage.ownedByThisTab(["a", "b"]))]).toEqual([]);
    expect((await slept.db.getAll("outbox")).map(({ key, at }) => [key, at])).toEqual([["a", 1000]]);
  });

  it("without Web Locks a tab that beats once a minute lives, one that is silent for six does not", async () => {
    let time = 0;
    const first = await page(null, () => time);
    first.storage.put(entry("a", { at: 0 }));
    await first.storage.ownedByThisTab([]);
    const second = await page(null, () => time);
    time = 4 * 60_000;
    expect(await keys(second.storage.takeOver("board", "ann"))).toEqual([]);
    time = 6 * 60_000;
    expect(await keys(second.storage.takeOver("board", "ann"))).toEqual(["a"]);
  });
});
