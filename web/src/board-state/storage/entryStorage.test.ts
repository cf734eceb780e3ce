import { describe, expect, it, vi } from "vitest";
import {
  EntryStorage,
  inCreationOrder,
  type EntryBackend,
  memoryBackend,
  type StorableEntry,
  type StoredEntry,
} from "./entryStorage.ts";

const entry = (key: string, more: Partial<StoredEntry> = {}): StoredEntry => ({
  key,
  board: "board",
  owner: "ann",
  tab: "t1",
  at: 1,
  kind: "command",
  command: { type: "item.delete", id: key },
  base: null,
  error: null,
  ...more,
});
const keysOf = (entries: readonly StoredEntry[]) => entries.map(({ key }) => key);

describe("[Y6] entries in a medium", () => {
  it("are given in the order of their making, those of the same moment by key", () => {
    const entries = [
      entry("c", { at: 2 }),
      entry("b", { at: 1 }),
      entry("a", { at: 2 }),
      entry("d", { at: 0 }),
    ];
    expect(keysOf(inCreationOrder(entries))).toEqual(["d", "b", "a", "c"]);
  });
});

describe("the storage of a page", () => {
  function recorded(fails: (method: string) => boolean = () => false) {
    const done: string[] = [];
    let open = () => undefined as void;
    const step = (method: string, what: string) => {
      done.push(`${method} ${what}`);
      return fails(method) ? Promise.reject(new Error("full")) : Promise.resolve();
    };
    const medium: EntryBackend = {
      durable: true,
      put: ({ key }: StorableEntry) => step("put", key),
      remove: (key) => step("remove", key),
      takeOver: async (board, owner, held) => {
        await step("adopt", `${board} ${owner} ${[...held].join()}`);
        return [entry("found")];
      },
      ownedByThisTab: async (keys) => {
        await step("owned", keys.join());
        return new Set(keys.slice(0, 1));
      },
    };
    const errors: unknown[] = [];
    const storage = new EntryStorage(
      new Promise((resolve) => {
        open = () => resolve(medium);
      }),
      (error) => errors.push(error),
    );
    return { storage, done, errors, open: () => open() };
  }

  it("takes writes before it is open, and does all of them in their order", async () => {
    const { storage, done, open } = recorded();
    storage.put(entry("a"));
    storage.remove("a");
    storage.claim("h");
    const adopted = storage.takeOver("board", "ann");
    expect(done).toEqual([]);
    open();
    expect(keysOf(await adopted)).toEqual(["found"]);
    expect(done).toEqual(["put a", "remove a", "adopt board ann h"]);
  });

  it("goes on after a write that failed, tries it again before all other work, and is not durable until it succeeds", async () => {
    let full = true;
    const { storage, done, errors, open } = recorded((method) => method === "put" && full);
    open();
    await storage.ownedByThisTab([]);
    expect([storage.durable(), errors]).toEqual([true, []]);
    storage.put(entry("a"));
    storage.remove("b");
    expect([...(await storage.ownedByThisTab(["x", "y"]))]).toEqual(["x"]);
    expect(done).toEqual(["owned ", "put a", "put a", "remove b", "put a", "owned x,y"]);
    expect([...(await storage.ownedByThisTab(["x", "a"]))]).toEqual(["x", "a"]);
    expect([storage.durable(), errors]).toEqual([false, [new Error("full")]]);
    full = false;
    await storage.ownedByThisTab([]);
    expect(storage.durable()).toBe(true);
  });

  it("holds what its medium refused while it tries to write it, or what is newer, once more", async () => {
    const attempts: ((error?: Error) => void)[] = [];
    const medium: EntryBackend = {
      ...memoryBackend(new Map(), "t1", () => false),
      durable: true,
      put: () =>
        new Promise((resolve, reject) =>
          attempts.push((error) => (error === undefined ? resolve() : reject(error))),
        ),
    };
    const storage = new EntryStorage(Promise.resolve(medium), () => undefined);
    const refuse = (attempt: number) => attempts[attempt]?.(new Error("full"));
    storage.put(entry("a"));
    await vi.waitFor(() => expect(attempts).toHaveLength(1));
    refuse(0);
    await vi.waitFor(() => expect(storage.holdsUnstored()).toBe(true));
    storage.put(entry("a", { at: 2 }));
    await vi.waitFor(() => expect(attempts).toHaveLength(2));
    refuse(1);
    await vi.waitFor(() => expect(attempts).toHaveLength(3));
    expect(storage.holdsUnstored()).toBe(true);
    attempts[2]?.();
    await vi.waitFor(() => expect([storage.holdsUnstored(), storage.durable()]).toEqual([false, true]));
  });

  it("finds nothing when it cannot be searched, says so, and counts what it sends as its own", async () => {
    const { storage, errors, open } = recorded((method) => method === "adopt" || method === "owned");
    open();
    expect(await storage.takeOver("board", "ann")).toEqual([]);
    expect(errors).toHaveLength(1);
    expect([...(await storage.ownedByThisTab(["x", "y"]))]).toEqual(["x", "y"]);
  });

  it("is not durable where its medium is not", async () => {
    const storage = new EntryStorage(
      Promise.resolve(memoryBackend(new Map(), "t1", () => false)),
      () => undefined,
    );
    await storage.ownedByThisTab([]);
    expect(storage.durable()).toBe(false);
  });

  it("tells the listeners once when a closed board hands an entry back", () => {
    const { storage } = recorded();
    let told = 0;
    const stop = storage.onTakeOverPossible(() => (told += 1));
    storage.claim("a");
    storage.claim("b");
    storage.handBack("a");
    storage.handBack("a");
    storage.handBack("never held");
    expect(told).toBe(1);
    storage.release("b");
    storage.handBack("b");
    expect(told).toBe(1);
    storage.claim("c");
    stop();
    storage.handBack("c");
    expect(told).toBe(1);
  });
});
