import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { rateLimits } from "../../limits/table.ts";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { watchDiskSpace } from "../observe/disk-space.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const address = "127.0.0.1";

eachEngine("quotas per day", (open) => {
  test("stored bytes count, a used up quota answers 429 quota, and a restart keeps the count", async () => {
    const database = await open();
    const first = await buildTestApp({ database, frozenAt: noon });
    const ann = await first.visitor({ language: "ru" });
    const board = await makeBoard(ann);
    await addSticker(ann, board, "a".repeat(1000));
    const kept = first.deps.rateLimiter.durableState()["storedBytes address"];
    const used = rateLimits.storedBytes.address.burst - (kept?.[0]?.[1].tokens ?? 0);
    expect(used).toBeGreaterThan(20_000 + 1000);
    expect(used).toBeLessThan(30_000);

    first.deps.rateLimiter.charge({ address }, { storedBytes: 2 * rateLimits.storedBytes.address.burst });
    await first.close();
    const second = await buildTestApp({ database, frozenAt: noon });
    const refused = await second.app.inject({
      method: "POST",
      url: `${board.url}/items`,
      headers: ann.credentials(),
      payload: { title: "one more", parent_id: board.columns[0] },
    });
    expect([refused.statusCode, refused.json().code]).toEqual([429, "quota"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
  });
});

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
