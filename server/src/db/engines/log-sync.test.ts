import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HeldDisk } from "../../testing/databases/held-disk.ts";
import { databaseFault } from "../faults.ts";
import type { SyncFile } from "./log-sync.ts";
import { openDatabaseAt } from "./open.ts";
import type { RetroDatabase } from "../database.ts";

async function openOn(syncFile?: SyncFile): Promise<RetroDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "retro-log-sync-"));
  const database = await openDatabaseAt({ folder }, { syncFile });
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  return database;
}

/** Writes a value in a transaction. */
function write(database: RetroDatabase, key: string): Promise<string> {
  return database.transaction(async (trx) => {
    await trx.insertInto("server_state").values({ key, value: "" }).execute();
    return key;
  });
}

async function keysIn(database: RetroDatabase): Promise<string[]> {
  const rows = await database.db.selectFrom("server_state").select("key").orderBy("key").execute();
  return rows.map(({ key }) => key).filter((key) => key.startsWith("k"));
}

/** Lets everything happen that needs no disk. */
const turnOfTheEventLoop = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test("transactions that commit while the disk works wait for one more call, together", async () => {
  const disk = new HeldDisk({ isHeld: true });
  const database = await openOn(disk.sync);
  const acknowledged: string[] = [];
  const note = (key: string) => acknowledged.push(key);
  const first = write(database, "k1").then(note);
  await expect.poll(() => disk.calls.length).toBe(1);
  const others = [write(database, "k2").then(note), write(database, "k3").then(note)];
  await expect.poll(() => keysIn(database)).toEqual(["k1", "k2", "k3"]);
  await turnOfTheEventLoop();
  expect(acknowledged).toEqual([]);
  disk.calls[0]?.resolve();
  await first;
  expect(acknowledged).toEqual(["k1"]);
  await expect.poll(() => disk.calls.length).toBe(2);
  disk.calls[1]?.resolve();
  await Promise.all(others);
  expect(acknowledged).toEqual(["k1", "k2", "k3"]);
  expect(disk.calls).toHaveLength(2);
});

test("a single write outside a transaction counts as not on the disk; a read and a rolled back transaction do not", async () => {
  const disk = new HeldDisk({ isHeld: false });
  const database = await openOn(disk.sync);
  await database.unsynced();
  await keysIn(database);
  await expect(
    database.transaction(async (trx) => {
      await trx.insertInto("server_state").values({ key: "k", value: "" }).execute();
      throw new Error("stop");
    }),
  ).rejects.toThrow("stop");
  expect(database.unsynced()).toBeNull();
  await database.db.insertInto("server_state").values({ key: "k", value: "" }).execute();
  const synced = database.unsynced();
  expect(synced).not.toBeNull();
  await synced;
  expect(database.unsynced()).toBeNull();
});

test("after the disk failed once, nothing is acknowledged or written, although a later call would succeed; reads work", async () => {
  let fails = true;
  const database = await openOn(async () => {
    if (fails)
      throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO", syscall: "fdatasync" });
  });
  const failed = await write(database, "k1").catch((error: unknown) => error);
  expect(databaseFault(failed)).toBe("disk error");
  expect(String(failed)).toContain("check the disk, then restart");
  fails = false;
  await expect(write(database, "k2")).rejects.toBe(failed);
  await expect(database.probe({ write: false })).rejects.toBe(failed);
  expect(await keysIn(database)).toEqual(["k1"]);
});

test("with the system's own call, nothing is left to sync after a transaction", async () => {
  const database = await openOn();
  expect(await write(database, "k1")).toBe("k1");
  expect(database.unsynced()).toBeNull();
});
