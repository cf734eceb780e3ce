import type { Item, Person } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply-change";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StoredEntry } from "./entryStorage.ts";

/** A board as it was shown to a user. */
export interface StoredBoard {
  readonly key: string;
  readonly user: string;
  readonly id: string;
  /** Epoch milliseconds by this machine's clock. */
  readonly at: number;
  readonly version: number;
  readonly head: BoardView["details"];
  readonly session: BoardView["facilitation"];
  readonly items: readonly Item[];
  /** Ids of the items that the user has voted for. */
  readonly mine: readonly string[];
  /** Names and colours of authors. */
  readonly people: readonly Person[];
}

interface DatabaseSchema extends DBSchema {
  outbox: { key: string; value: StoredEntry; indexes: { board: string } };
  /** When each tab was last seen alive; used only where the browser has no Web Locks. */
  tabs: { key: string; value: { id: string; at: number } };
  boards: { key: string; value: StoredBoard; indexes: { at: number } };
}
export type Database = IDBPDatabase<DatabaseSchema>;

/** Opens the browser's database, the same for all tabs. @throws DOMException where the browser gives no storage */
export function openDatabase(): Promise<Database> {
  return openDB<DatabaseSchema>("retro", 2, {
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore("outbox", { keyPath: "key" }).createIndex("board", "board");
        db.createObjectStore("tabs", { keyPath: "id" });
      }
      db.createObjectStore("boards", { keyPath: "key" }).createIndex("at", "at");
    },
    // A newer page in another tab upgrades the database: it must not wait for this page.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}
