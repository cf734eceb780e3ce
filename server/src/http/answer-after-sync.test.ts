import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabaseAt } from "../db/engines/open.ts";
import { buildTestApp } from "../testing/app.ts";
import { makeBoard } from "../testing/boards.ts";
import { HeldDisk } from "../testing/databases/held-disk.ts";

async function startOn(disk: HeldDisk) {
  const folder = mkdtempSync(join(tmpdir(), "retro-answer-"));
  const database = await openDatabaseAt({ folder }, { syncFile: disk.sync });
  onTestFinished(async () => {
    disk.release();
    await database.close();
    rmSync(folder, { recursive: true });
  });
  return buildTestApp({ database });
}

const nextTurnOfTheEventLoop = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test("no answer shows a change that a power cut could take back: a reader waits with the writer", async () => {
  const disk = new HeldDisk({ isHeld: false });
  const { visitor } = await startOn(disk);
  const [ann, ben] = [await visitor(), await visitor()];
  const board = await makeBoard(ann);
  await ben.get(board.url);
  disk.isHeld = true;
  const order: string[] = [];
  const calls = disk.calls.length;
  const added = ann
    .post(`${board.url}/items`, { title: "Not yet safe", parent_id: board.columns[0] })
    .then(({ statusCode }) => order.push(`added ${statusCode}`));
  await expect.poll(() => disk.calls.length).toBe(calls + 1);
  const read = ben
    .get(`${board.url}/changes?since=1`)
    .then(({ body }) => order.push(body.includes("Not yet safe") ? "read" : "read nothing"));
  // Everything that needs no disk happens: a read that did not wait would be answered.
  for (let turn = 0; turn < 100; turn += 1) await nextTurnOfTheEventLoop();
  expect(order).toEqual([]);
  disk.release();
  await Promise.all([added, read]);
  expect(order.toSorted()).toEqual(["added 201", "read"]);
});

test("a change whose commit does not reach the disk is answered 503, and reads still work", async () => {
  const disk = new HeldDisk({ isHeld: false });
  const { visitor } = await startOn(disk);
  const ann = await visitor();
  const board = await makeBoard(ann);
  disk.isHeld = true;
  const calls = disk.calls.length;
  const added = ann.post(`${board.url}/items`, { title: "Lost", parent_id: board.columns[0] });
  await expect.poll(() => disk.calls.length).toBe(calls + 1);
  disk.calls.at(-1)?.reject(Object.assign(new Error("EIO"), { code: "EIO", syscall: "fdatasync" }));
  const answer = await added;
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toBeDefined();
  expect((await ann.get(board.url)).statusCode).toBe(200);
  expect((await ann.get("/health/ready")).statusCode).toBe(503);
});
