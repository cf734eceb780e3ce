import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StoredEntry } from "./entry-storage.ts";

interface Schema extends DBSchema {
  outbox: { key: string; value: StoredEntry; indexes: { board: string } };
  /** When each tab was last seen alive; used only where the browser has no Web Locks. */
  tabs: { key: string; value: { id: string; at: number } };
}
export type Database = IDBPDatabase<Schema>;

/** Opens the browser's database, the same for all tabs. @throws DOMException where the browser gives no storage */
export function openDatabase(): Promise<Database> {
  return openDB<Schema>("retro", 1, {
    upgrade(db) {
      db.createObjectStore("outbox", { keyPath: "key" }).createIndex("board", "board");
      db.createObjectStore("tabs", { keyPath: "id" });
    },
    // A newer version of the page upgrades in another tab: it must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}
