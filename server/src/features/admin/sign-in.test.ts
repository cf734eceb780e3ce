import { describe, expect, test } from "vitest";
import { addressKey } from "../../limits/address.ts";
import { adminEmail, adminPassword, signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import type { Browser, TestApp } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { addAdmin, resetAdmin } from "./accounts.ts";
import { countAttempt, subjectsOf } from "./throttle.ts";

const url = "/api/v1/users/sign-in";
const minute = 60_000;
const start = Date.UTC(2026, 0, 15, 12);

async function attempt(
  test: TestApp,
  who: Browser,
  wish: { email?: string; password?: string; solution?: string } = {},
) {
  const { email = adminEmail, password = "wrong", solution = await test.solution() } = wish;
  return who.post(url, { email, password, solution });
}

/**
 * Counts a guess as the sign-in does, without the 30 ms of CPU that its password costs. @throws AppError 429
 */
async function countFailedGuess({ deps }: TestApp, address: string): Promise<void> {
  const guess = { email: adminEmail, passwordHash: null, address: addressKey(address), device: undefined };
  const subjects = subjectsOf(deps.settings.appSecret, guess);
  await deps.database.transaction((trx) => countAttempt(deps, trx, subjects));
}

describe("admin sign-in", () => {
  test("[A2] a refusal never says which part was wrong", async () => {
    const app = await buildTestApp();
    await addAdmin(app.deps, adminEmail, adminPassword);
    const answers = [
      await attempt(app, app.browser()),
      await attempt(app, app.browser(), { email: "nobody@example.com" }),
      await attempt(app, app.browser(), { email: "nobody@example.com", password: adminPassword }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]?.json()).toMatchObject({ errors: { email: ["Wrong email or password"] } });
  });

  test("attack: guessed passwords are counted for a pager", async () => {
    const app = await buildTestApp();
    await addAdmin(app.deps, adminEmail, adminPassword);
    const failures = async () => {
      const { body } = await app.browser().get("/metrics");
      return Number(/^retro_sign_in_failures_total\{by="password"\} (\d+)$/m.exec(body)?.[1]);
    };
    const before = await failures();
    for (const email of [adminEmail, "nobody@example.com"]) await attempt(app, app.browser(), { email });
    expect((await failures()) - before).toBe(2);
  });

  test("a visitor's row, which has no password, lets nobody in", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    await app.deps.database.db
      .updateTable("users")
      .set({ email: "ann@example.com" })
      .where("id", "=", ann.user.id)
      .execute();
    expect((await attempt(app, app.browser(), { email: "ann@example.com", password: "" })).statusCode).toBe(
      422,
    );
    expect((await attempt(app, app.browser(), { email: "ann@example.com", password: "x" })).statusCode).toBe(
      422,
    );
  });

  test("a wrong solution is refused; a failed password leaves the puzzle valid", async () => {
    const app = await buildTestApp();
    await addAdmin(app.deps, adminEmail, adminPassword);
    const solution = await app.solution();
    expect((await attempt(app, app.browser(), { solution: "a.b.c" })).json()).toMatchObject({
      errors: { solution: ["Verification failed"] },
    });
    expect((await attempt(app, app.browser(), { solution })).json().errors).toHaveProperty("email");
    expect((await attempt(app, app.browser(), { solution, password: adminPassword })).statusCode).toBe(200);
    const replay = await attempt(app, app.browser(), { solution, password: adminPassword });
    expect(replay.json()).toMatchObject({ errors: { solution: ["Verification failed"] } });
  });

  test("attack: one solved puzzle for many guesses is used up after three", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    await addAdmin(app.deps, adminEmail, adminPassword);
    const solution = await app.solution();
    const fields = [];
    for (let i = 0; i < 4; i += 1) {
      const answer = await attempt(app, app.browser(), { solution });
      fields.push(Object.keys(answer.json<{ errors: object }>().errors));
    }
    expect(fields).toEqual([["email"], ["email"], ["email"], ["solution"]]);
    const right = await attempt(app, app.browser(), { solution, password: adminPassword });
    expect(right.json().errors).toHaveProperty("solution");
    expect(await database.db.selectFrom("used_solutions").selectAll().execute()).toHaveLength(1);
    const elsewhere = await app.browser().post("/api/v1/users/anonymous", { solution });
    expect(elsewhere.statusCode).toBe(422);
  });

  test("attack: a used puzzle does not tell a right password from a wrong one", async () => {
    const app = await buildTestApp();
    await addAdmin(app.deps, adminEmail, adminPassword);
    const solution = await app.solution();
    await app.browser().post("/api/v1/users/anonymous", { solution });
    const answers = [
      await attempt(app, app.browser(), { solution }),
      await attempt(app, app.browser(), { solution, password: adminPassword }),
    ];
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]?.json().errors).toHaveProperty("solution");
  });

  test("[A3] guesses from one address are locked out after 20, then one is allowed every three minutes", async () => {
    const app = await buildTestApp({ frozenAt: start });
    await addAdmin(app.deps, adminEmail, adminPassword);
    for (let i = 0; i < 20; i += 1) expect((await attempt(app, app.browser())).statusCode).toBe(422);
    for (let i = 0; i < 3; i += 1) {
      const locked = await attempt(app, app.browser(), { password: adminPassword });
      expect([locked.statusCode, locked.headers["retry-after"]]).toEqual([429, "180"]);
      app.time.now += 3 * minute;
      expect((await attempt(app, app.browser())).statusCode).toBe(422);
    }
    app.time.now += 3 * minute;
    expect((await attempt(app, app.browser(), { password: adminPassword })).statusCode).toBe(200);
  });

  test("[A3] attack: guesses from many addresses of one IPv6 network count together", async () => {
    const app = await buildTestApp({ frozenAt: start, env: { TRUST_PROXY: "1" } });
    await addAdmin(app.deps, adminEmail, adminPassword);
    for (let i = 0; i < 20; i += 1) await countFailedGuess(app, `2001:db8::${i + 1}`);
    const from = (address: string) =>
      attempt(app, app.browser({ "x-forwarded-for": address }), { password: adminPassword });
    expect((await from("2001:db8::ffff")).statusCode).toBe(429);
    expect((await from("2001:db8:0:1::1")).statusCode).toBe(200);
  });

  test("attack: four guesses an hour, for nine hours after a burst, do not lock out a new browser", async () => {
    const app = await buildTestApp({ frozenAt: start, env: { TRUST_PROXY: "1" } });
    await addAdmin(app.deps, adminEmail, adminPassword);
    for (let i = 0; i < 20; i += 1) await countFailedGuess(app, "203.0.113.1");
    for (let i = 0; i < 36; i += 1) {
      app.time.now += 15 * minute;
      await countFailedGuess(app, "203.0.113.1");
    }
    // Also a new browser at the attacker's own address.
    for (const address of ["198.51.100.7", "203.0.113.1"]) {
      const browser = app.browser({ "x-forwarded-for": address });
      expect((await attempt(app, browser, { password: adminPassword })).statusCode).toBe(200);
    }
  });

  test("guesses from many addresses at one account are locked out after 100 an hour", async () => {
    const app = await buildTestApp({ frozenAt: start });
    await addAdmin(app.deps, adminEmail, adminPassword);
    for (let i = 0; i < 100; i += 1) await countFailedGuess(app, `203.0.113.${i}`);
    const locked = await attempt(app, app.browser(), { password: adminPassword });
    expect([locked.statusCode, locked.headers["retry-after"]]).toEqual([429, "36"]);
    // With a new password the account is open again.
    const password = "another password";
    await resetAdmin(app.deps, adminEmail, password);
    expect((await attempt(app, app.browser(), { password })).statusCode).toBe(200);
  });

  test("a sign-in takes back the failures before it, of its account and of its address", async () => {
    const app = await buildTestApp({ frozenAt: start });
    await addAdmin(app.deps, adminEmail, adminPassword);
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 19; i += 1) await countFailedGuess(app, "127.0.0.1");
      expect((await attempt(app, app.browser(), { password: adminPassword })).statusCode).toBe(200);
    }
    const rows = await app.deps.database.db.selectFrom("sign_in_failures").select("subject").execute();
    expect(rows.map(({ subject }) => subject.split(":")[0]).filter((kind) => kind !== "puzzle")).toEqual([]);
  });

  test("a lock outlives the server", async () => {
    const before = await buildTestApp({ frozenAt: start });
    const { database } = before.deps;
    await addAdmin(before.deps, adminEmail, adminPassword);
    for (let i = 0; i < 20; i += 1) await countFailedGuess(before, "127.0.0.1");
    const after = await buildTestApp({ database, frozenAt: start });
    expect((await attempt(after, after.browser(), { password: adminPassword })).statusCode).toBe(429);
  });

  test("[A3] attack: locking account and address does not lock out a known browser", async () => {
    const app = await buildTestApp({ frozenAt: start });
    const owner = await signInAdmin(app);
    await owner.post("/api/v1/users/sign-out");
    for (let i = 0; i < 20; i += 1) await countFailedGuess(app, "127.0.0.1");
    expect((await attempt(app, app.browser(), { password: adminPassword })).statusCode).toBe(429);
    expect((await attempt(app, owner, { password: adminPassword })).statusCode).toBe(200);
  });

  test("[A3] attack: a known browser may not guess without a limit, nor for other accounts", async () => {
    const app = await buildTestApp({ frozenAt: start });
    const owner = await signInAdmin(app);
    const device = owner.cookies.get("retro_device") ?? "";
    for (let i = 0; i < 10; i += 1) expect((await attempt(app, owner)).statusCode).toBe(422);
    expect((await attempt(app, owner)).statusCode).toBe(429);
    const other = app.browser();
    other.cookies.set("retro_device", device);
    for (let i = 0; i < 20; i += 1) await attempt(app, other, { email: "other@example.com" });
    expect((await attempt(app, other, { email: "other@example.com" })).statusCode).toBe(429);
  });

  test("attack: a stolen device cookie is worth nothing after a reset", async () => {
    const app = await buildTestApp({ frozenAt: start });
    const owner = await signInAdmin(app);
    await resetAdmin(app.deps, adminEmail, adminPassword);
    for (let i = 0; i < 20; i += 1) await countFailedGuess(app, "127.0.0.1");
    expect((await attempt(app, owner, { password: adminPassword })).statusCode).toBe(429);
  });

  test("many accounts tried from one address lock the address", async () => {
    const app = await buildTestApp({ frozenAt: start });
    for (let i = 0; i < 20; i += 1) {
      expect((await attempt(app, app.browser(), { email: `a${i}@example.com` })).statusCode).toBe(422);
    }
    expect((await attempt(app, app.browser(), { email: "fresh@example.com" })).statusCode).toBe(429);
  });

  test("the addresses that people type are not stored in the clear", async () => {
    const app = await buildTestApp();
    await attempt(app, app.browser(), { email: "my-password@example.com" });
    const rows = await app.deps.database.db.selectFrom("sign_in_failures").selectAll().execute();
    expect(rows).not.toHaveLength(0);
    expect(JSON.stringify(rows)).not.toContain("my-password");
  });
});

eachEngine("guesses at the same moment", (open) => {
  test("attack: one solved puzzle for many guesses at once gives three", async () => {
    const app = await buildTestApp({ database: await open() });
    await addAdmin(app.deps, adminEmail, adminPassword);
    const who = app.browser();
    await who.get("/api/v1/config");
    const solution = await app.solution();
    const answers = await Promise.all(Array.from({ length: 8 }, () => attempt(app, who, { solution })));
    const checked = answers.filter((answer) => "email" in answer.json<{ errors: object }>().errors);
    expect(checked).toHaveLength(3);
  });

  test("[A3] guesses sent all at once are counted like those sent one by one", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: start });
    await addAdmin(app.deps, adminEmail, adminPassword);
    const who = app.browser();
    await who.get("/api/v1/config");
    const solutions = await Promise.all(Array.from({ length: 25 }, () => app.solution()));
    const answers = await Promise.all(solutions.map((solution) => attempt(app, who, { solution })));
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(20);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  });
});
