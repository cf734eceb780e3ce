import type { IDBPObjectStore } from "idb";
import { painted } from "../afterPaint.ts";
import { type Database, type DatabaseSchema, openDatabase } from "./database.ts";
import {
  EntryStorage,
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
import { createUnloadCopy, onUnfinishedWrites, unfinishedWrites } from "./unloadCopy.ts";

/** Write transactions run one at a time, so two tabs never take over the same entry. */
export function databaseBackend(db: Database, tab: Tab, now: () => number): EntryBackend {
  const tabReady = tab.start(db);
  const watched = new Set([tab.id]);
  let tabClosed = () => undefined as void;
  /** The entries of a page that was just left are taken over as soon as it is gone. */
  function watchTabs(open: ReadonlySet<string>): void {
    for (const id of open) {
      if (watched.has(id)) continue;
      watched.add(id);
      tab.onClosed(id, () => tabClosed());
    }
  }
  return {
    durable: true,
    onTabClosed(listener) {
      tabClosed = listener;
      onUnfinishedWrites(listener);
    },
    async put(entry: StorableEntry, isKnown: boolean) {
      // Without its lock, other tabs would consider this tab closed.
      await tabReady;
      await inTransaction(db, async (store) => {
        if (!isKnown || (await store.get(entry.key))?.tab === tab.id)
          await store.put({ ...entry, tab: tab.id });
      });
    },
    remove: (key) => db.delete("outbox", key),
    async takeOver(board, owner, held) {
      await tabReady;
      const alive = await tab.livingTabs(db);
      watchTabs(alive);
      const isAlive = (id: string) => alive.has(id);
      const takenOver: StoredEntry[] = [];
      await inTransaction(db, async (store) => {
        await storeCopies(store, isAlive);
        for (const entry of await store.getAll()) {
          if (now() - entry.at > deleteAfterMs) await store.delete(entry.key);
          else if (mayTakeOver(entry, board, owner, tab.id, held, isAlive)) {
            const mine = { ...entry, tab: tab.id };
            await store.put(mine);
            takenOver.push(mine);
          }
        }
      });
      return inCreationOrder(takenOver);
    },
    async ownedByThisTab(keys) {
      const entries = await Promise.all(keys.map((key) => db.get("outbox", key)));
      return new Set(entries.flatMap((entry) => (entry?.tab === tab.id ? [entry.key] : [])));
    },
  };
}

type OutboxStore = IDBPObjectStore<DatabaseSchema, ["outbox"], "outbox", "readwrite">;

/** Runs `work` in one transaction. Rejects if a write or the transaction itself fails. */
async function inTransaction(db: Database, work: (store: OutboxStore) => Promise<void>): Promise<void> {
  const tx = db.transaction("outbox", "readwrite");
  await Promise.all([work(tx.store), tx.done]);
}

/** Stores what closed pages did not finish. */
async function storeCopies(store: OutboxStore, isAlive: (tab: string) => boolean): Promise<void> {
  // Once a request is answered, no other tab's transaction runs: two tabs must not store the same copy,
  // because the second would restore an entry that the first has sent.
  await store.count();
  for (const copy of unfinishedWrites(isAlive)) {
    for (const [key, entry] of copy.writes) await (entry === null ? store.delete(key) : store.put(entry));
    copy.discard();
  }
}

let storage: EntryStorage | null = null;

/** This page's storage, the same for all boards that it opens. */
export function browserEntryStorage(): EntryStorage {
  if (storage !== null) return storage;
  // The board itself warns the user; this line is for developers.
  const onFailure = (error: unknown) =>
    console.error("Unsent changes cannot be stored on this device", error);
  const tab = createTab();
  const opened = new EntryStorage(openBackend(tab), onFailure, createUnloadCopy(tab.id, onFailure));
  storage = opened;
  // On every page of the app: the board may have been left.
  window.addEventListener("beforeunload", (event) => {
    if (opened.holdsUnstored()) event.preventDefault();
  });
  return opened;
}

/** The unload copy has what is not written yet, so a write can wait until the screen shows the change. */
function writeAfterPaint(backend: EntryBackend): EntryBackend {
  return {
    ...backend,
    async put(entry, isKnown) {
      await painted();
      await backend.put(entry, isKnown);
    },
    async remove(key) {
      await painted();
      await backend.remove(key);
    },
  };
}

async function openBackend(tab: Tab): Promise<EntryBackend> {
  try {
    const db = await openDatabase();
    await migrateLocalStorage(db);
    return writeAfterPaint(databaseBackend(db, tab, Date.now));
  } catch {
    // A private window, or storage is forbidden: `durable` is false, and the board warns before unsent
    // changes could be lost.
    return memoryBackend(new Map(), "page", () => false);
  }
}
