import { expect, onTestFinished, test } from "vitest";
import { readState } from "../../db/server-state.ts";
import { buildTestApp } from "../../testing/app.ts";
import { hasRedis, startRedis } from "../../testing/nodes/redis.ts";
import { openTestSqlite } from "../../testing/databases/test-engines.ts";

const noon = Date.UTC(2026, 0, 1, 12);
const client = { address: "192.0.2.1", session: "anns" };

/** Two nodes of one installation. */
async function twoNodes(env: Record<string, string> = {}) {
  const redis = await startRedis();
  const { database, drop } = await openTestSqlite();
  onTestFinished(drop);
  const settings = { REDIS_URL: redis.url, DATABASE_URL: "postgres://not-used/x", ...env };
  const one = await buildTestApp({ database, env: settings, frozenAt: noon });
  const two = await buildTestApp({ database, env: settings, frozenAt: noon });
  return { redis, database, one, two };
}

test.skipIf(!hasRedis)(
  "a budget that is used up on one node is used up on the other, also piece by piece",
  async () => {
    const { one, two } = await twoNodes();
    // `exports`: 20 at once for a session.
    for (let n = 0; n < 10; n += 1) {
      one.deps.rateLimiter.take(client, { exports: 1 });
      two.deps.rateLimiter.take(client, { exports: 1 });
    }
    await expect
      .poll(() => one.deps.rateLimiter.findRefusal(client, { exports: 1 })?.code)
      .toBe("rate_limited");
    await expect
      .poll(() => two.deps.rateLimiter.findRefusal(client, { exports: 1 })?.code)
      .toBe("rate_limited");
  },
);

test.skipIf(!hasRedis)("small uses are kept back; the daily quotas are exact", async () => {
  const { one, two } = await twoNodes();
  one.deps.rateLimiter.take(client, { exports: 2, storedBytes: 1_000 });
  one.deps.rateLimiter.take({ ...client, session: "bobs" }, { exports: 20 });
  // The message about Bob is sent with everything that is sent about Ann.
  await expect
    .poll(() => two.deps.rateLimiter.findRefusal({ session: "bobs" }, { exports: 1 })?.code)
    .toBe("rate_limited");
  expect(two.deps.rateLimiter.findRefusal({ session: "anns" }, { exports: 20 })).toBe(null);
  const [, anns] = two.deps.rateLimiter.durableState()["storedBytes session"]?.[0] ?? [];
  expect(anns?.tokens).toBe(100_000_000 - 1_000);
});

test.skipIf(!hasRedis)("without Redis each node counts alone, and no request waits", async () => {
  const { redis, one, two } = await twoNodes();
  await redis.stop();
  await expect.poll(() => one.deps.nodes.connected).toBe(false);
  one.deps.rateLimiter.take(client, { exports: 20 });
  expect(() => one.deps.rateLimiter.take(client, { exports: 1 })).toThrow("rate_limited");
  two.deps.rateLimiter.take(client, { exports: 20 });
});

test.skipIf(!hasRedis)(
  "a node that stops does not overwrite the quotas that another one stored",
  async () => {
    const { redis, database, one, two } = await twoNodes();
    // Neither learns of the other's.
    await redis.stop();
    one.deps.rateLimiter.take({ session: "anns" }, { storedBytes: 5_000 });
    two.deps.rateLimiter.take({ session: "bobs" }, { storedBytes: 7_000 });
    await one.app.close();
    await two.app.close();
    const stored = JSON.parse((await readState(database.db, "quotas")) ?? "{}") as Record<
      string,
      [string, object][]
    >;
    expect(new Map(stored["storedBytes session"])).toEqual(
      new Map([
        ["anns", { tokens: 100_000_000 - 5_000, at: noon }],
        ["bobs", { tokens: 100_000_000 - 7_000, at: noon }],
      ]),
    );
  },
);

test.skipIf(!hasRedis)("attack: puzzles grow harder for an address that asks two nodes in turn", async () => {
  const { one, two } = await twoNodes({ CAPTCHA_DIFFICULTY: "" });
  const difficulty = async (app: typeof one) => {
    const url = `/api/v1/captcha/puzzle?sitekey=${app.deps.settings.captchaSitekey}`;
    const { puzzle } = (await app.browser().get(url)).json<{ data: { puzzle: string } }>().data;
    return Buffer.from(puzzle.split(".")[1] ?? "", "base64")[15];
  };
  for (let n = 0; n < 50; n += 1) {
    expect(await difficulty(one)).toBe(122);
    expect(await difficulty(two)).toBe(122);
  }
  await expect.poll(() => difficulty(one)).toBe(130);
  await expect.poll(() => difficulty(two)).toBe(130);
});
