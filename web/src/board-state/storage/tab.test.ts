import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { createTab } from "./tab.ts";

let db: Database;
beforeEach(async () => {
  db = await openDatabase();
  await db.clear("tabs");
});
afterEach(() => {
  db.close();
  vi.useRealTimers();
});

describe("a tab without Web Locks", () => {
  it("is alive by its heartbeat for five minutes, and its mark is then removed", async () => {
    let now = 0;
    const first = createTab(null, () => now);
    const second = createTab(null, () => now);
    await first.start(db);
    now = 5 * 60_000;
    expect([...(await second.livingTabs(db))].toSorted()).toEqual([first.id, second.id].toSorted());
    now += 1;
    expect([...(await second.livingTabs(db))]).toEqual([second.id]);
    expect(await db.count("tabs")).toBe(0);
  });

  it("beats every twenty seconds", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let now = 1000;
    const tab = createTab(null, () => now);
    await tab.start(db);
    now = 30_000;
    vi.advanceTimersByTime(19_999);
    expect((await db.get("tabs", tab.id))?.at).toBe(1000);
    vi.advanceTimersByTime(1);
    expect((await db.get("tabs", tab.id))?.at).toBe(30_000);
  });
});

describe("a tab with Web Locks", () => {
  it("is alive while it holds its lock; locks of others mean nothing", async () => {
    const held: { name: string }[] = [{ name: "retro.tab.other" }, { name: "another.lock" }];
    const manager = {
      request: (name: string, work: () => unknown) => {
        held.push({ name });
        return work();
      },
      query: () => Promise.resolve({ held }),
    } as unknown as LockManager;
    const tab = createTab(manager);
    expect([...(await tab.livingTabs(db))].toSorted()).toEqual(["other", tab.id].toSorted());
    await tab.start(db);
    expect(held.at(-1)).toEqual({ name: `retro.tab.${tab.id}` });
    expect((await tab.livingTabs(db)).size).toBe(2);
  });

  it("says when it cannot get its lock", async () => {
    const manager = { request: () => Promise.reject(new Error("denied")) } as unknown as LockManager;
    await expect(createTab(manager).start(db)).rejects.toThrow("denied");
  });
});

it("two tabs never have the same id", () => {
  const ids = Array.from({ length: 50 }, () => createTab(null).id);
  expect(new Set(ids).size).toBe(50);
});
