import { describe, expect, test } from "vitest";
import { addressKey } from "./address.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { reservationLimits } from "./reservations.ts";
import { rateLimits } from "./table.ts";

const noon = Date.UTC(2026, 0, 15, 12);

function limitsAt(now = noon) {
  const time = { now };
  return { time, rateLimiter: new RateLimiter({ clock: () => time.now }) };
}

describe("limits", () => {
  const { burst, refill } = rateLimits.writes.session;

  test("a session has its burst, then waits as long as Retry-After says", () => {
    const { rateLimiter, time } = limitsAt();
    const ann = { session: "ann" };
    rateLimiter.take(ann, { writes: burst - 1 });
    rateLimiter.take(ann, { writes: 1 });
    expect(() => rateLimiter.take(ann, { writes: 1 })).toThrow(
      expect.objectContaining({ statusCode: 429, code: "rate_limited", details: { retryAfter: 1 } }),
    );
    const tenSeconds = refill / 6;
    expect(rateLimiter.findRefusal(ann, { writes: tenSeconds })?.retryAfter).toBe(10);
    time.now += 10_000;
    rateLimiter.take(ann, { writes: tenSeconds });
    expect(rateLimiter.findRefusal({ session: "bob" }, { writes: burst })).toBeNull();
  });

  test("many sessions of one address share the address's limit", () => {
    const { rateLimiter } = limitsAt();
    const address = "192.0.2.1";
    const sessions = rateLimits.writes.address.burst / burst;
    for (let i = 0; i < sessions; i += 1) rateLimiter.take({ session: `s${i}`, address }, { writes: burst });
    expect(rateLimiter.findRefusal({ session: "one more", address }, { writes: 1 })).toMatchObject({
      name: "writes",
    });
    expect(rateLimiter.findRefusal({ session: "one more", address: "192.0.2.2" }, { writes: 1 })).toBeNull();
  });

  test("a refused call takes nothing of any limit", () => {
    const { rateLimiter } = limitsAt();
    const ann = { session: "ann" };
    rateLimiter.charge(ann, { exports: rateLimits.exports.session.burst });
    expect(() => rateLimiter.take(ann, { writes: burst, exports: 1 })).toThrow("rate_limited");
    rateLimiter.take(ann, { writes: burst });
  });

  test("a call that has reached several limits waits for the slowest of them", () => {
    const { rateLimiter } = limitsAt();
    const ann = { session: "ann" };
    const { exports, activity } = rateLimits;
    rateLimiter.charge(ann, { exports: exports.session.burst, activity: activity.session.burst });
    for (const costs of [
      { exports: 1, activity: 1 },
      { activity: 1, exports: 1 },
    ])
      expect(rateLimiter.findRefusal(ann, costs)).toMatchObject({ name: "exports", retryAfter: 3 });
  });

  test("bytes of a day are refused as quota", () => {
    const { rateLimiter } = limitsAt();
    rateLimiter.charge({ session: "ann" }, { storedBytes: rateLimits.storedBytes.session.burst });
    expect(() => rateLimiter.take({ session: "ann" }, { storedBytes: 1 })).toThrow(
      expect.objectContaining({ statusCode: 429, code: "quota" }),
    );
  });

  test("attack: thousands of sessions with a small use do not give a used-up quota back by a restart", () => {
    const { rateLimiter } = limitsAt();
    const full = rateLimits.storedBytes.session.burst;
    for (let i = 0; i < 1500; i += 1) rateLimiter.charge({ session: `before ${i}` }, { storedBytes: 1 });
    rateLimiter.charge({ session: "ann" }, { storedBytes: full });
    for (let i = 0; i < 1500; i += 1) rateLimiter.charge({ session: `after ${i}` }, { storedBytes: 1 });
    const restarted = limitsAt().rateLimiter;
    restarted.restoreState(rateLimiter.durableState());
    expect(restarted.findRefusal({ session: "ann" }, { storedBytes: 1 })).toMatchObject({
      name: "storedBytes",
    });
    expect(restarted.findRefusal({ session: "before 0" }, { storedBytes: 1 })).toBeNull();
  });

  test("places in progress are refused with 429 to a session that has its own, with 503 when all are taken", () => {
    const { rateLimiter } = limitsAt();
    const { session, total } = reservationLimits.exports;
    const release = rateLimiter.reserve({ session: "ann" }, "exports");
    for (let i = 1; i < session; i += 1) rateLimiter.reserve({ session: "ann" }, "exports");
    expect(() => rateLimiter.reserve({ session: "ann" }, "exports")).toThrow(
      expect.objectContaining({ statusCode: 429, code: "rate_limited" }),
    );
    for (let i = session; i < total; i += 1) rateLimiter.reserve({ session: `s${i}` }, "exports");
    expect(() => rateLimiter.reserve({ session: "bob" }, "exports")).toThrow(
      expect.objectContaining({ statusCode: 503, code: "busy", details: { retryAfter: 2 } }),
    );
    release();
    release();
    rateLimiter.reserve({ session: "bob" }, "exports");
    expect(() => rateLimiter.reserve({ session: "carl" }, "exports")).toThrow("busy");
  });

  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
    ["fe80::1%eth0", "fe80::"],
  ])("%s counts as %s", (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});
