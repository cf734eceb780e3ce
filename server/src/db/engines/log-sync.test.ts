import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HeldDisk } from "../../testing/databases/held-disk.ts";
import { databaseFault } from "../faults.ts";
import type { SyncFile } from "./log-sync.ts";
import { openStore } from "./open.ts";
import type { Store } from "../store.ts";

async function openOn(syncFile?: SyncFile): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), "retro-log-sync-"));
  const store = await openStore({ folder }, { syncFile });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return store;
}

/** Writes a value in a transaction. */
function write(store: Store, key: string): Promise<string> {
  return store.transaction(async (trx) => {
    await trx.insertInto("server_state").values({ key, value: "" }).execute();
    return key;
  });
}

async function keysIn(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom("server_state").select("key").orderBy("key").execute();
  return rows.map(({ key }) => key).filter((key) => key.startsWith("k"));
}

/** Lets everything happen that needs no disk. */
const turnOfTheEventLoop = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test("transactions that commit while the disk works wait for one more call, together", async () => {
  const disk = new HeldDisk({ isHeld: true });
  const store = await openOn(disk.sync);
  const acknowledged: string[] = [];
  const note = (key: string) => acknowledged.push(key);
  const first = write(store, "k1").then(note);
  await expect.poll(() => disk.calls.length).toBe(1);
  const others = [write(store, "k2").then(note), write(store, "k3").then(note)];
  await expect.poll(() => keysIn(store)).toEqual(["k1", "k2", "k3"]);
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
  const store = await openOn(disk.sync);
  await store.unsynced();
  await keysIn(store);
  await expect(
    store.transaction(async (trx) => {
      await trx.insertInto("server_state").values({ key: "k", value: "" }).execute();
      throw new Error("stop");
    }),
  ).rejects.toThrow("stop");
  expect(store.unsynced()).toBeNull();
  await store.db.insertInto("server_state").values({ key: "k", value: "" }).execute();
  const synced = store.unsynced();
  expect(synced).not.toBeNull();
  await synced;
  expect(store.unsynced()).toBeNull();
});

test("after the disk failed once, nothing is acknowledged or written, although a later call would succeed; reads work", async () => {
  let fails = true;
  const store = await openOn(async () => {
    if (fails)
      throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO", syscall: "fdatasync" });
  });
  const failed = await write(store, "k1").catch((error: unknown) => error);
  expect(databaseFault(failed)).toBe("disk error");
  expect(String(failed)).toContain("check the disk, then restart");
  fails = false;
  await expect(write(store, "k2")).rejects.toBe(failed);
  await expect(store.probe({ write: false })).rejects.toBe(failed);
  expect(await keysIn(store)).toEqual(["k1"]);
});

test("with the system's own call, nothing is left to sync after a transaction", async () => {
  const store = await openOn();
  expect(await write(store, "k1")).toBe("k1");
  expect(store.unsynced()).toBeNull();
});
