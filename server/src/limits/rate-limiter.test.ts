import { describe, expect, test } from "vitest";
import { defaultAddressBudget } from "../settings-schema.ts";
import { addressKey } from "./address.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { reservationLimits } from "./reservations.ts";
import { budgets } from "./budgets.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const address = "192.0.2.1";
const payer = (session: string) => ({ session, address });
const [ann, bob] = [payer("ann"), payer("bob")];

function limitsAt(now = noon) {
  const time = { now };
  return { time, rateLimiter: new RateLimiter({ clock: () => time.now }) };
}

describe("limits", () => {
  const { burst, refill } = budgets.points.session;

  test("a session has its burst, then waits as long as Retry-After says", () => {
    const { rateLimiter, time } = limitsAt();
    rateLimiter.take(ann, { points: burst - 1 });
    rateLimiter.take(ann, { points: 1 });
    expect(() => rateLimiter.take(ann, { points: 1 })).toThrow(
      expect.objectContaining({ statusCode: 429, code: "rate_limited", details: { retryAfter: 1 } }),
    );
    const tenSeconds = refill / 6;
    expect(rateLimiter.findRefusal(ann, { points: tenSeconds })?.retryAfter).toBe(10);
    time.now += 10_000;
    rateLimiter.take(ann, { points: tenSeconds });
    expect(rateLimiter.findRefusal(bob, { points: burst })).toBeNull();
  });

  test("many sessions of one address share the address's points", () => {
    const { rateLimiter } = limitsAt();
    const sessions = budgets.points.address.burst / burst;
    for (let i = 0; i < sessions; i += 1) rateLimiter.take(payer(`s${i}`), { points: burst });
    expect(rateLimiter.findRefusal(payer("one more"), { points: 1 })).toMatchObject({ name: "points" });
    expect(rateLimiter.findRefusal({ session: "one more", address: "192.0.2.2" }, { points: 1 })).toBeNull();
  });

  test("attack: a session over its limit uses up nothing of its address", () => {
    const { rateLimiter } = limitsAt();
    rateLimiter.take(ann, { points: burst });
    for (let i = 0; i < 100; i += 1)
      expect(() => rateLimiter.take(ann, { points: burst })).toThrow("rate_limited");
    expect(rateLimiter.findRefusal(bob, { points: burst })).toBeNull();
  });

  test("a token pays for itself, and its address pays nothing", () => {
    const { rateLimiter } = limitsAt();
    for (const id of ["first", "second"]) rateLimiter.recordSession(id, true, "person");
    for (let i = 0; i < budgets.points.address.burst / burst; i += 1)
      rateLimiter.charge(rateLimiter.payerOf(address, "first", true), { points: burst });
    const second = rateLimiter.payerOf(address, "second", true);
    expect(rateLimiter.findRefusal(second, { points: 1 })).toMatchObject({ name: "points" });
    expect(rateLimiter.findRefusal(ann, { points: burst })).toBeNull();
  });

  test("a refused call takes nothing of any budget, and waits for the slowest of them", () => {
    const { rateLimiter } = limitsAt();
    rateLimiter.charge(ann, { storedBytes: budgets.storedBytes.session.burst, points: 1 });
    expect(() => rateLimiter.take(ann, { points: burst - 1, storedBytes: 1_000_000 })).toThrow(
      expect.objectContaining({ statusCode: 429, code: "quota", details: { retryAfter: 864 } }),
    );
    rateLimiter.take(ann, { points: burst - 1 });
  });

  test("with ADDRESS_BUDGET ten times as large, an address has ten times the points, sockets and bytes", () => {
    const rateLimiter = new RateLimiter({ clock: () => noon, addressBudget: 10 * defaultAddressBudget });
    const nobody = { session: null, address };
    for (const name of ["points", "storedBytes"] as const) {
      const most = 10 * budgets[name].address.burst;
      rateLimiter.charge(nobody, { [name]: most - 1 });
      expect(rateLimiter.findRefusal(nobody, { [name]: 1 })).toBeNull();
      expect(rateLimiter.findRefusal(nobody, { [name]: 2 })).toMatchObject({ name });
    }
    rateLimiter.reserve({ address }, "sockets", 10 * reservationLimits.sockets.address - 1);
    rateLimiter.reserve({ address }, "sockets");
    expect(() => rateLimiter.reserve({ address }, "sockets")).toThrow("rate_limited");
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
