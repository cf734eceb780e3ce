import { describe, expect, test } from "vitest";
import { TokenBuckets } from "./token-buckets.ts";

const rate = { burst: 10, refill: 60, per: "minute" } as const;

describe("a token bucket", () => {
  test("is full at first, and says how long a call has to wait", () => {
    const buckets = new TokenBuckets(rate, 100);
    expect(buckets.waitMs("ann", 10, 0)).toBe(0);
    buckets.take("ann", 10, 0);
    expect(buckets.waitMs("ann", 1, 0)).toBe(1000);
    expect(buckets.waitMs("ann", 3, 500)).toBe(2500);
    expect(buckets.waitMs("ann", 3, 3000)).toBe(0);
    expect(buckets.waitMs("bob", 10, 0)).toBe(0);
  });

  test("never has more tokens than its burst; a cost above the burst waits until the bucket is full", () => {
    const buckets = new TokenBuckets(rate, 100);
    buckets.take("ann", 1, 0);
    expect(buckets.waitMs("ann", 1000, 0)).toBe(1000);
    expect(buckets.waitMs("ann", 1000, 3_600_000)).toBe(0);
    buckets.take("ann", 10, 3_600_000);
    expect(buckets.waitMs("ann", 1, 3_600_000)).toBe(1000);
  });

  test("may owe one burst, and no more", () => {
    const buckets = new TokenBuckets(rate, 100);
    buckets.take("new", 1000, 0);
    buckets.take("ann", 1, 0);
    buckets.take("ann", 1000, 0);
    for (const key of ["new", "ann"]) expect(buckets.waitMs(key, 1, 0)).toBe(11_000);
  });

  test("refills nothing when the clock is set back", () => {
    const buckets = new TokenBuckets(rate, 100);
    buckets.take("ann", 10, 60_000);
    expect(buckets.waitMs("ann", 1, 0)).toBe(1000);
  });

  test.each([
    ["minute", 1000],
    ["hour", 60_000],
    ["day", 1_440_000],
  ] as const)("refills by the %s", (per, waitMs) => {
    const buckets = new TokenBuckets({ burst: 1, refill: 60, per }, 100);
    buckets.take("ann", 1, 0);
    expect(buckets.waitMs("ann", 1, 0)).toBeCloseTo(waitMs);
  });

  test("makes room for another key when there are too many: the one unused for longest", () => {
    const buckets = new TokenBuckets(rate, 2);
    for (const key of ["ann", "bob"]) buckets.take(key, 10, 0);
    buckets.take("ann", 1, 0);
    buckets.take("cy", 10, 0);
    expect(buckets.size).toBe(2);
    expect(buckets.waitMs("bob", 1, 0)).toBe(0);
    expect(buckets.waitMs("ann", 1, 0)).toBe(2000);
  });
});
