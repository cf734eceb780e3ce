import { expect, test, vi } from "vitest";
import { insertErasure } from "../privacy/erasure-store.ts";
import { buildTestApp } from "../../testing/app.ts";
import { Housekeeping } from "./housekeeping.ts";

const day = 86_400_000;
const noon = Date.UTC(2026, 0, 15, 12);

test("a clock that jumps ahead deletes nothing for a day, and nothing at all if it is set back meanwhile", async () => {
  const app = await buildTestApp({ frozenAt: noon });
  const warn = vi.spyOn(app.deps.log, "warn");
  const run = () => new Housekeeping(app.deps).run();
  await app.visitor();
  expect(await run()).toEqual({});
  app.time.now += 400 * day;
  expect(await run()).toEqual({});
  expect(warn.mock.calls.map(([, text]) => text)).toEqual([
    expect.stringContaining("the clock is days ahead of the last housekeeping"),
  ]);
  app.time.now = noon + day;
  expect(await run()).toMatchObject({ "used puzzles": 1 });
  expect(await app.deps.database.db.selectFrom("sessions").select("id").execute()).toHaveLength(1);
  // Nobody sets it back: the time has passed while no server ran.
  app.time.now += 400 * day;
  expect(await run()).toEqual({});
  app.time.now += day - 1;
  expect(await run()).toEqual({});
  app.time.now += 1;
  expect(await run()).toMatchObject({ sessions: 1, visitors: 1 });
});

test("a server that is on for an hour a week still deletes, and meanwhile whatever depends on no age", async () => {
  const app = await buildTestApp({ frozenAt: noon });
  const run = () => new Housekeeping(app.deps).run();
  const { id } = (await app.visitor()).user;
  await insertErasure(app.deps.database.db, { user_id: id, reason: "self" }, noon);
  expect(await run()).toEqual({});
  app.time.now += 400 * day;
  expect(await run()).toEqual({ "interrupted erasures": 1 });
  app.time.now += 3_600_000;
  expect(await run()).toEqual({});
  app.time.now += 7 * day;
  expect(await run()).toMatchObject({ "used puzzles": 1 });
  // Later jumps are held again.
  app.time.now += 400 * day;
  expect(await run()).toEqual({});
});
