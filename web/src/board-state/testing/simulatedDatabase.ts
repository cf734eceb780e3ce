import { IDBFactory } from "fake-indexeddb";
import { databaseBackend } from "../storage/browserEntryStorage.ts";
import { openDatabase } from "../storage/database.ts";
import { setDiskFull } from "./fullDisk.ts";
import type { EntryBackend } from "../storage/entryStorage.ts";

/** The database of a simulated browser: IndexedDB, with the product's own code over it. */
export interface SimulatedDatabase {
  /**
   * What a page of this browser stores its entries in. @param openPages ids of the pages that others consider
   * open
   */
  backendOf: (page: string, openPages: ReadonlySet<string>, now: () => number) => EntryBackend;
  /** The disk is full from now on, or has room again. */
  setFull: (full: boolean) => void;
}

/** Opens an empty database. The one of the simulation before is forgotten. */
export async function openSimulatedDatabase(): Promise<SimulatedDatabase> {
  globalThis.indexedDB = new IDBFactory();
  setDiskFull(false);
  const db = await openDatabase();
  return {
    backendOf: (page, openPages, now) =>
      databaseBackend(
        db,
        {
          id: page,
          start: () => Promise.resolve(),
          livingTabs: () => Promise.resolve(new Set([...openPages, page])),
          onClosed: () => undefined,
        },
        now,
      ),
    setFull: setDiskFull,
  };
}
