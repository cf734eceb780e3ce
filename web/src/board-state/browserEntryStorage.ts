import { type Database, openDatabase } from "./database.ts";
import {
  createEntryStorage,
  type EntryStorage,
  deleteAfterMs,
  inCreationOrder,
  mayTakeOver,
  type EntryBackend,
  memoryBackend,
  type StorableEntry,
  type StoredEntry,
} from "./entryStorage.ts";
import { migrateLocalStorage } from "./migrateLocalStorage.ts";
import { createTab, type Tab } from "./tab.ts";

/** Entries in IndexedDB. A transaction that writes runs alone: two tabs never adopt the same entry. */
export function databaseBackend(db: Database, tab: Tab, now: () => number): EntryBackend {
  const tabReady = tab.start(db);
  return {
    durable: true,
    async put(entry: StorableEntry) {
      // Without its lock this tab would look gone to the others.
      await tabReady;
      await db.put("outbox", { ...entry, tab: tab.id });
    },
    remove: (key) => db.delete("outbox", key),
    async takeOver(board, owner, held) {
      await tabReady;
      const alive = await tab.livingTabs(db);
      const isAlive = (id: string) => alive.has(id);
      const tx = db.transaction("outbox", "readwrite");
      const adopted: StoredEntry[] = [];
      for (const entry of await tx.store.getAll()) {
        if (now() - entry.at > deleteAfterMs) await tx.store.delete(entry.key);
        else if (mayTakeOver(entry, board, owner, tab.id, held, isAlive)) {
          const mine = { ...entry, tab: tab.id };
          await tx.store.put(mine);
          adopted.push(mine);
        }
      }
      await tx.done;
      return inCreationOrder(adopted);
    },
    async ownedByThisTab(keys) {
      const entries = await Promise.all(keys.map((key) => db.get("outbox", key)));
      return new Set(entries.flatMap((entry) => (entry?.tab === tab.id ? [entry.key] : [])));
    },
  };
}

let storage: EntryStorage | null = null;

/** The storage of this page, the same for all boards that it opens. */
export function browserEntryStorage(): EntryStorage {
  storage ??= createEntryStorage(openBackend(), (error) => {
    // The board warns the user when something could be lost; this line is for the developer tools.
    console.error("Unsent changes cannot be stored on this device", error);
  });
  return storage;
}

async function openBackend(): Promise<EntryBackend> {
  try {
    const db = await openDatabase();
    await migrateLocalStorage(db);
    return databaseBackend(db, createTab(), Date.now);
  } catch {
    // A private window, or storage is forbidden: `durable` tells, and the board warns before unsent changes could be lost.
    return memoryBackend(new Map(), "page", () => false);
  }
}
