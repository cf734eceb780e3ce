import { type Database, openDatabase } from "./database.ts";
import {
  createStorage,
  type EntryStorage,
  forgetAfterMs,
  inOrder,
  mayAdopt,
  type Medium,
  memoryMedium,
  type NewEntry,
  type StoredEntry,
} from "./entry-storage.ts";
import { migrateLocalStorage } from "./migrate-local-storage.ts";
import { createTab, type Tab } from "./tab.ts";

/** Entries in IndexedDB. A transaction that writes runs alone: two tabs never adopt the same entry. */
export function databaseMedium(db: Database, tab: Tab, now: () => number): Medium {
  const tabReady = tab.start(db);
  return {
    durable: true,
    async put(entry: NewEntry) {
      // Without its lock this tab would look gone to the others.
      await tabReady;
      await db.put("outbox", { ...entry, tab: tab.id });
    },
    remove: (key) => db.delete("outbox", key),
    async adopt(board, owner, held) {
      await tabReady;
      const alive = await tab.alive(db);
      const isAlive = (id: string) => alive.has(id);
      const tx = db.transaction("outbox", "readwrite");
      const adopted: StoredEntry[] = [];
      for (const entry of await tx.store.getAll()) {
        if (now() - entry.at > forgetAfterMs) await tx.store.delete(entry.key);
        else if (mayAdopt(entry, board, owner, tab.id, held, isAlive)) {
          const mine = { ...entry, tab: tab.id };
          await tx.store.put(mine);
          adopted.push(mine);
        }
      }
      await tx.done;
      return inOrder(adopted);
    },
    async owned(keys) {
      const entries = await Promise.all(keys.map((key) => db.get("outbox", key)));
      return new Set(entries.flatMap((entry) => (entry?.tab === tab.id ? [entry.key] : [])));
    },
  };
}

let storage: EntryStorage | null = null;

/** The storage of this page, the same for all boards that it opens. */
export function browserStorage(): EntryStorage {
  storage ??= createStorage(openMedium(), (error) => {
    // The board warns the user when something could be lost; this line is for the developer tools.
    console.error("Unsent changes cannot be stored on this device", error);
  });
  return storage;
}

async function openMedium(): Promise<Medium> {
  try {
    const db = await openDatabase();
    await migrateLocalStorage(db);
    return databaseMedium(db, createTab(), Date.now);
  } catch {
    // A private window, or storage is forbidden: `durable` tells, and the board warns before unsent changes could be lost.
    return memoryMedium(new Map(), "page", () => false);
  }
}
