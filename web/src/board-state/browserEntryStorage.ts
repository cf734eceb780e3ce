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

/** A backend in IndexedDB. Write transactions run one at a time, so two tabs never take over the same entry. */
export function databaseBackend(db: Database, tab: Tab, now: () => number): EntryBackend {
  const tabReady = tab.start(db);
  return {
    durable: true,
    async put(entry: StorableEntry) {
      // Without its lock, other tabs would consider this tab closed.
      await tabReady;
      await db.put("outbox", { ...entry, tab: tab.id });
    },
    remove: (key) => db.delete("outbox", key),
    async takeOver(board, owner, held) {
      await tabReady;
      const alive = await tab.livingTabs(db);
      const isAlive = (id: string) => alive.has(id);
      const tx = db.transaction("outbox", "readwrite");
      const takenOver: StoredEntry[] = [];
      for (const entry of await tx.store.getAll()) {
        if (now() - entry.at > deleteAfterMs) await tx.store.delete(entry.key);
        else if (mayTakeOver(entry, board, owner, tab.id, held, isAlive)) {
          const mine = { ...entry, tab: tab.id };
          await tx.store.put(mine);
          takenOver.push(mine);
        }
      }
      await tx.done;
      return inCreationOrder(takenOver);
    },
    async ownedByThisTab(keys) {
      const entries = await Promise.all(keys.map((key) => db.get("outbox", key)));
      return new Set(entries.flatMap((entry) => (entry?.tab === tab.id ? [entry.key] : [])));
    },
  };
}

let storage: EntryStorage | null = null;

/** This page's storage, the same for all boards that it opens. */
export function browserEntryStorage(): EntryStorage {
  storage ??= createEntryStorage(openBackend(), (error) => {
    // The board itself warns the user; this line is for developers.
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
    // A private window, or storage is forbidden: `durable` says so, and the board warns before unsent changes could be lost.
    return memoryBackend(new Map(), "page", () => false);
  }
}
