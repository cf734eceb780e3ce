import { onTestFinished } from "vitest";
import { buildTestApp, type TestApp } from "../app.ts";
import { startRedis, type TestRedis } from "./redis.ts";
import { openTestSqlite } from "../databases/test-engines.ts";

/** Two nodes of an installation in this process, on one database and one Redis. */
export interface TwoNodes {
  redis: TestRedis;
  one: TestApp;
  two: TestApp;
  /** Moves the clocks of both on. */
  wait: (ms: number) => void;
}

/** @param frozenAt the time with which both clocks begin, epoch milliseconds */
export async function startTwoNodes(frozenAt: number): Promise<TwoNodes> {
  const redis = await startRedis();
  const { database, drop } = await openTestSqlite();
  onTestFinished(drop);
  const env = { REDIS_URL: redis.url, DATABASE_URL: "postgres://not-used/x" };
  const one = await buildTestApp({ database, env, frozenAt });
  const two = await buildTestApp({ database, env, frozenAt });
  await Promise.all([one.listen(), two.listen()]);
  const wait = (ms: number) => {
    one.time.now += ms;
    two.time.now += ms;
  };
  return { redis, one, two, wait };
}
