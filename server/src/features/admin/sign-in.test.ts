import { expect, test } from "vitest";
import { adminEmail, adminPassword, signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import type { Browser, TestApp } from "../../testing/app.ts";
import { eachEngine } from "../../testing/stores.ts";
import { addAdmin } from "./accounts.ts";

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

eachEngine("admin sign-in", (open) => {
  test("lets an administrator in with a session of their own", async () => {
    const app = await buildTestApp({ store: await open() });
    const root = await signInAdmin(app, "Root@Example.com");
    expect(root.user).toMatchObject({ name: "root", role: "admin" });
    expect((await root.get("/api/v1/users/auth")).json()).toEqual({ data: root.user });
    expect(root.cookies.has("retro_session")).toBe(true);
  });

  test("a session known before signing in is worth nothing afterwards", async () => {
    const app = await buildTestApp({ store: await open() });
    await addAdmin(app.deps, adminEmail, adminPassword);
    const ann = await app.visitor();
    const before = ann.cookieHeader();
    expect((await attempt(app, ann, { password: adminPassword })).statusCode).toBe(200);
    const again = await app.app.inject({ url: "/api/v1/users/auth", headers: { cookie: before } });
    expect(again.statusCode).toBe(401);
  });

  test("never says which part was wrong", async () => {
    const app = await buildTestApp({ store: await open() });
    await addAdmin(app.deps, adminEmail, adminPassword);
    const answers = [
      await attempt(app, app.browser()),
      await attempt(app, app.browser(), { email: "nobody@example.com" }),
      await attempt(app, app.browser(), { email: "nobody@example.com", password: adminPassword }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]?.json()).toMatchObject({ errors: { email: ["These credentials do not match"] } });
  });

  test("a visitor's row, which has no password, lets nobody in", async () => {
    const app = await buildTestApp({ store: await open() });
    const ann = await app.visitor();
    await app.deps.store.db
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

  test("a wrong or a used solution is refused, a failed password uses none up", async () => {
    const app = await buildTestApp({ store: await open() });
    await addAdmin(app.deps, adminEmail, adminPassword);
    const solution = await app.solution();
    expect((await attempt(app, app.browser(), { solution: "a.b.c" })).json()).toMatchObject({
      errors: { solution: ["Verification failed"] },
    });
    expect((await attempt(app, app.browser(), { solution })).statusCode).toBe(422);
    expect((await attempt(app, app.browser(), { solution, password: adminPassword })).statusCode).toBe(200);
    const replay = await attempt(app, app.browser(), { solution, password: adminPassword });
    expect(replay.json()).toMatchObject({ errors: { solution: ["Verification failed"] } });
  });

  test("guesses are locked out, for a minute at first and at most a quarter of an hour", async () => {
    const app = await buildTestApp({ store: await open(), frozenAt: start });
    await addAdmin(app.deps, adminEmail, adminPassword);
    for (let i = 0; i < 10; i += 1) expect((await attempt(app, app.browser())).statusCode).toBe(422);
    const locked = await attempt(app, app.browser(), { password: adminPassword });
    expect(locked.statusCode).toBe(429);
    expect(locked.headers["retry-after"]).toBe("60");
    let longest = 0;
    for (let i = 0; i < 8; i += 1) {
      const answer = await attempt(app, app.browser());
      const wait = Number(answer.headers["retry-after"] ?? 0);
      longest = Math.max(longest, wait);
      app.time.now += wait * 1000;
      await attempt(app, app.browser());
    }
    expect(longest).toBe(15 * 60);
    app.time.now += 15 * minute;
    expect((await attempt(app, app.browser(), { password: adminPassword })).statusCode).toBe(200);
  });

  test("guesses sent all at once are counted like those sent one by one", async () => {
    const app = await buildTestApp({ store: await open(), frozenAt: start });
    await addAdmin(app.deps, adminEmail, adminPassword);
    const who = app.browser();
    await who.get("/api/v1/config");
    const solution = await app.solution();
    const answers = await Promise.all(Array.from({ length: 25 }, () => attempt(app, who, { solution })));
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15);
  });

  test("a lock outlives the server", async () => {
    const store = await open();
    const before = await buildTestApp({ store, frozenAt: start });
    await addAdmin(before.deps, adminEmail, adminPassword);
    for (let i = 0; i < 10; i += 1) await attempt(before, before.browser());
    const after = await buildTestApp({ store, frozenAt: start });
    expect((await attempt(after, after.browser(), { password: adminPassword })).statusCode).toBe(429);
  });

  test("a stranger who keeps the account locked does not lock out its owner", async () => {
    const app = await buildTestApp({ store: await open(), frozenAt: start });
    const owner = await signInAdmin(app);
    await owner.post("/api/v1/users/sign-out");
    for (let i = 0; i < 12; i += 1) await attempt(app, app.browser());
    expect((await attempt(app, app.browser(), { password: adminPassword })).statusCode).toBe(429);
    expect((await attempt(app, owner, { password: adminPassword })).statusCode).toBe(200);
  });

  test("a browser that was trusted once may not guess for ever either, nor for other accounts", async () => {
    const app = await buildTestApp({ store: await open(), frozenAt: start });
    const owner = await signInAdmin(app);
    const device = owner.cookies.get("retro_device") ?? "";
    for (let i = 0; i < 5; i += 1) expect((await attempt(app, owner)).statusCode).toBe(422);
    expect((await attempt(app, owner)).statusCode).toBe(429);
    const other = app.browser();
    other.cookies.set("retro_device", device);
    for (let i = 0; i < 10; i += 1) await attempt(app, other, { email: "other@example.com" });
    expect((await attempt(app, other, { email: "other@example.com" })).statusCode).toBe(429);
  });

  test("many accounts tried from one address lock the address", async () => {
    const app = await buildTestApp({ store: await open(), frozenAt: start });
    for (let i = 0; i < 20; i += 1) {
      expect((await attempt(app, app.browser(), { email: `a${i}@example.com` })).statusCode).toBe(422);
    }
    expect((await attempt(app, app.browser(), { email: "fresh@example.com" })).statusCode).toBe(429);
  });

  test("what people type as their address is not kept in the clear", async () => {
    const app = await buildTestApp({ store: await open() });
    await attempt(app, app.browser(), { email: "my-password@example.com" });
    const rows = await app.deps.store.db.selectFrom("sign_in_failures").selectAll().execute();
    expect(rows).not.toHaveLength(0);
    expect(JSON.stringify(rows)).not.toContain("my-password");
  });

  test("a page elsewhere cannot sign somebody in", async () => {
    const app = await buildTestApp({ store: await open() });
    const payload = { email: adminEmail, password: adminPassword, solution: await app.solution() };
    expect((await app.app.inject({ method: "POST", url, payload })).statusCode).toBe(419);
  });
});
