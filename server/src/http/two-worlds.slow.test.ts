import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { eachEngine, openTestSqlite } from "../testing/databases/test-engines.ts";
import { secrets } from "../testing/worlds/secrets.ts";
import { TwoWorlds } from "../testing/worlds/two-worlds.ts";

/** Together 2,000: of four secrets on two engines, each with another seed. */
const triples = 250;

// On one engine: all pairs take a minute and a half, and what a participant gets is decided above the engine.
describe.each(Object.keys(secrets))("pairs of calls on two boards that differ in %s", (name) => {
  test("[H1, H2, M5, Q2, V10] attack: each two of a participant's calls give equal answers, events and versions", async () => {
    const worlds = await TwoWorlds.open(async () => (await openTestSqlite()).database, name);
    expect(worlds.changing.length).toBeGreaterThan(3);
    for (const first of worlds.changing)
      for (const second of worlds.steps) await worlds.expectEqual([first, second]);
  }, 900_000);
});

eachEngine("three calls", (open) => {
  describe.each(Object.keys(secrets))("on two boards that differ in %s", (name) => {
    let worlds: TwoWorlds;
    beforeAll(async () => {
      worlds = await TwoWorlds.open(open, name);
    }, 300_000);

    test("[H1, H2, M5, Q2, V10] attack: drawn at random, they give equal answers, events and versions, with a look at the board between them or without", async () => {
      const step = fc.constantFrom(...worlds.steps);
      await fc.assert(
        fc.asyncProperty(fc.tuple(step, step, step), fc.boolean(), (run, look) =>
          worlds.expectEqual(run, { look }),
        ),
        { numRuns: triples },
      );
    }, 900_000);
  });
});
