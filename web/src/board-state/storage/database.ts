import type { Action } from "@retro/contract/actions";
import type { Item } from "@retro/contract/items";
import type { Person } from "@retro/contract/users";
import type { BoardView } from "@retro/rules/apply-change";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StoredEntry } from "./entryStorage.ts";

/** A board as its user saw it. */
export interface StoredBoard {
  readonly key: string;
  readonly user: string;
  readonly id: string;
  /** When it was stored: epoch milliseconds by this machine's clock. */
  readonly at: number;
  readonly version: number;
  readonly head: BoardView["details"];
  readonly session: BoardView["facilitation"];
  readonly items: readonly Item[];
  /** Ids of the items that the user has voted for, each once for every vote. */
  readonly mine: readonly string[];
  /** As `givenIn` of a loaded board; left out by earlier releases. */
  readonly givenIn?: Readonly<Record<string, string>>;
  /** Left out on a board without actions. */
  readonly actions?: readonly Action[];
  /** Names and options of authors. */
  readonly people: readonly Person[];
}

export interface DatabaseSchema extends DBSchema {
  outbox: { key: string; value: StoredEntry; indexes: { board: string } };
  /** The last heartbeat of each tab; used only when the browser has no Web Locks. */
  tabs: { key: string; value: { id: string; at: number } };
  boards: { key: string; value: StoredBoard; indexes: { at: number } };
}
export type Database = IDBPDatabase<DatabaseSchema>;

/** The same for all tabs. @throws DOMException when the browser gives no storage */
export function openDatabase(): Promise<Database> {
  return openDB<DatabaseSchema>("retro", 2, {
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore("outbox", { keyPath: "key" }).createIndex("board", "board");
        db.createObjectStore("tabs", { keyPath: "id" });
      }
      db.createObjectStore("boards", { keyPath: "key" }).createIndex("at", "at");
    },
    // A newer page in another tab upgrades the database and must not wait for this page.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}
