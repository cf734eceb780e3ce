import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { watchDiskSpace } from "./disk-space.ts";

test("with little free disk, boards, imports and uploads are refused with 503, and existing boards work", async () => {
  const { visitor, deps, browser } = await buildTestApp();
  const ann = await visitor();
  const board = await makeBoard(ann);
  deps.rateLimiter.diskLow = true;
  for (const refused of [
    await ann.post("/api/v1/boards", { title: "one more" }),
    await ann.post("/api/v1/boards/import", "section,column,text\n", { "content-type": "text/csv" }),
    await ann.post("/api/v1/feedback", "--x--", { "content-type": "multipart/form-data; boundary=x" }),
  ])
    expect([
      refused.statusCode,
      refused.json().code,
      refused.headers["retry-after"],
      refused.json<{ message: string }>().message,
    ]).toEqual([
      503,
      "unavailable",
      "60",
      expect.stringMatching(/^The server’s disk is nearly full: new boards/),
    ]);
  await addSticker(ann, board, "still saved");
  expect((await browser().get("/metrics")).body).toContain("retro_disk_low 1");
});

test("the disk's free space is compared with DISK_RESERVE_MB", async () => {
  const full = await buildTestApp({ env: { DISK_RESERVE_MB: "1000000" } });
  const wide = await buildTestApp({ env: { DISK_RESERVE_MB: "1" } });
  expect([full.deps.rateLimiter.diskLow, wide.deps.rateLimiter.diskLow]).toEqual([true, false]);
  const disk = async ({ browser }: typeof full) => (await browser().get("/health/ready")).json().data.disk;
  expect([await disk(full), await disk(wide)]).toEqual(["low", "ok"]);
});

test("when the disk has space again, boards can be made again", async () => {
  const { visitor, deps } = await buildTestApp({ env: { DISK_RESERVE_MB: "1000000" } });
  const ann = await visitor();
  const make = async () => (await ann.post("/api/v1/boards", { title: "one more" })).statusCode;
  expect(await make()).toBe(503);
  // The next look at the disk: now there is more than the reserve.
  const watched = Fastify();
  onTestFinished(() => watched.close());
  watchDiskSpace(watched, { ...deps, settings: { ...deps.settings, diskReserveMb: 1 } });
  await watched.ready();
  expect(await make()).toBe(201);
});
