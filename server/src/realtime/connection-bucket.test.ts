import { expect, test } from "vitest";
import { ConnectionBucket } from "./connection-bucket.ts";

test("a connection's bucket gives its burst at once, and then as many a second as it refills", () => {
  const bucket = new ConnectionBucket({ burst: 3, perSecond: 2 }, 1000);
  expect([1, 2, 3, 4].map(() => bucket.take(1000))).toEqual([true, true, true, false]);
  expect(bucket.take(1499)).toBe(false);
  expect(bucket.take(1500)).toBe(true);
  expect(bucket.take(1500)).toBe(false);
  expect([bucket.isFull(2999), bucket.isFull(3000)]).toEqual([false, true]);
  expect([1, 2, 3, 4].map(() => bucket.take(60_000))).toEqual([true, true, true, false]);
});

test("a clock that is set back refills nothing, and takes nothing", () => {
  const bucket = new ConnectionBucket({ burst: 1, perSecond: 1 }, 10_000);
  expect(bucket.take(10_000)).toBe(true);
  expect(bucket.take(0)).toBe(false);
  expect(bucket.take(1000)).toBe(true);
});
