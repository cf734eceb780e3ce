import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { openTestSqlite } from "../testing/databases/test-engines.ts";
import { secrets } from "../testing/worlds/secrets.ts";
import { TwoWorlds } from "../testing/worlds/two-worlds.ts";

describe.each(Object.keys(secrets))("two boards that differ in %s", (name) => {
  let worlds: TwoWorlds;
  beforeAll(async () => {
    worlds = await TwoWorlds.open(async () => (await openTestSqlite()).database, name);
  }, 300_000);

  test("[H1, H2, M5, Q2, V10] attack: each of a participant's calls gives equal answers, events and versions", async () => {
    expect(worlds.steps.length).toBeGreaterThan(15);
    for (const step of worlds.steps) await worlds.expectEqual([step]);
  }, 300_000);

  test("[H1, H2, M5, Q2, V10] attack: so do some sequences of calls, and a deletion that is taken back", async () => {
    const [gone, back] = ["delete the owner's sticker", "restore the owner's sticker, which they deleted"];
    const lasts = ["the other user leaves", "vote", "move the owner's sticker to a position"];
    const deletions = lasts.map((last) => [gone, back, last]);
    const known = deletions.filter((run) => run.every((step) => worlds.steps.includes(step)));
    const runs = fc.array(fc.constantFrom(...worlds.steps), { minLength: 2, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(runs, fc.boolean(), (run, look) => worlds.expectEqual(run, { look })),
      { numRuns: 40, examples: known.map((run) => [run, true]) },
    );
  }, 300_000);
});
