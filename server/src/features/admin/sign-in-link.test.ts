import { describe, expect, test } from "vitest";
import { channels } from "@retro/contract/events";
import type { SessionRow } from "@retro/contract/lists";
import { adminEmail, adminPassword, signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import type { TestApp } from "../../testing/app.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { addAdmin, removeAdmin, resetAdmin } from "./accounts.ts";
import { makeSignInLink } from "./sign-in-link.ts";

const url = "/api/v1/users/sign-in-link";
const password = "a brand new password";
const start = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;
const invalid = { errors: { token: ["This link no longer works. Ask for a new one"] } };

const tokenFor = async (app: TestApp) => (await makeSignInLink(app.deps, adminEmail)).split("#")[1] ?? "";

describe("the one-time link", () => {
  test("tells its account, sets a password, and signs in; the other sessions end", async () => {
    const app = await buildTestApp({ frozenAt: start });
    const before = await signInAdmin(app);
    const token = await tokenFor(app);
    const who = app.browser();
    expect((await who.post(`${url}/check`, { token })).json()).toEqual({
      data: { email: adminEmail, expires_at: "2026-01-15T12:30:00.000Z" },
    });
    const answer = await who.post(url, { token, password });
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: before.user }]);
    expect((await who.get("/api/v1/users/auth")).json()).toEqual({ data: before.user });
    expect((await before.get("/api/v1/users/auth")).statusCode).toBe(401);
    const { data } = (await who.get("/api/v1/admin/sessions")).json<{ data: SessionRow[] }>();
    expect(data).toHaveLength(1);

    const old = { email: adminEmail, password: adminPassword, solution: await app.solution() };
    expect((await app.browser().post("/api/v1/users/sign-in", old)).statusCode).toBe(422);
    const now = { email: adminEmail, password, solution: await app.solution() };
    expect((await app.browser().post("/api/v1/users/sign-in", now)).statusCode).toBe(200);
  });

  test("[A4] the visitor who was in this browser before is signed out, with their websockets", async () => {
    const app = await buildTestApp();
    await app.listen();
    await addAdmin(app.deps, adminEmail, adminPassword);
    const ann = await app.visitor();
    const cookie = ann.cookieHeader();
    const tab = await listenOn(app, ann, "", [channels.user(ann.user.id)]);
    const closed = new Promise((resolve) => tab.raw.socket.once("close", resolve));
    expect((await ann.post(url, { token: await tokenFor(app), password })).statusCode).toBe(200);
    await tab.raw.receive("session.ended");
    expect(await closed).toBe(4009);
    expect((await app.app.inject({ url: "/api/v1/users/auth", headers: { cookie } })).statusCode).toBe(401);
  });

  test("the address comes from PUBLIC_URL, with the token in the fragment", async () => {
    const app = await buildTestApp({ env: { PUBLIC_URL: "https://retro.example.com" } });
    await addAdmin(app.deps, adminEmail, adminPassword);
    expect(await makeSignInLink(app.deps, adminEmail)).toMatch(
      /^https:\/\/retro\.example\.com\/admin\/link#[\w-]{43}$/,
    );
    await expect(makeSignInLink(app.deps, "nobody@example.com")).rejects.toThrow("no administrator");
  });

  test.each(["30 minutes", "a newer link", "a reset", "the account's removal"])(
    "attack: an old link is worth nothing after %s",
    async (event) => {
      const app = await buildTestApp({ frozenAt: start });
      await addAdmin(app.deps, adminEmail, adminPassword);
      const token = await tokenFor(app);
      app.time.now += 30 * minute - 1;
      expect((await app.browser().post(`${url}/check`, { token })).statusCode).toBe(200);
      if (event === "30 minutes") app.time.now += 1;
      if (event === "a newer link") await makeSignInLink(app.deps, adminEmail);
      if (event === "a reset") await resetAdmin(app.deps, adminEmail, "another password");
      if (event === "the account's removal") await removeAdmin(app.deps, adminEmail);
      expect((await app.browser().post(url, { token, password })).json()).toMatchObject(invalid);
    },
  );

  test("a short or common password is refused, and the link still works", async () => {
    const app = await buildTestApp();
    await addAdmin(app.deps, adminEmail, adminPassword);
    const token = await tokenFor(app);
    const who = app.browser();
    expect((await who.post(url, { token, password: "elevenchars" })).json().errors).toEqual({
      password: ["Use at least 12 characters"],
    });
    expect((await who.post(url, { token, password: "password1234" })).json().errors).toEqual({
      password: ["This password is easy to guess. Choose another"],
    });
    expect((await who.post(url, { token, password })).statusCode).toBe(200);
  });

  test("lets the owner in while the account and the address are locked, and unlocks the browser", async () => {
    const app = await buildTestApp({ frozenAt: start });
    await addAdmin(app.deps, adminEmail, adminPassword);
    for (let i = 0; i < 21; i += 1) {
      const solution = await app.solution();
      await app.browser().post("/api/v1/users/sign-in", { email: adminEmail, password: "wrong", solution });
    }
    const owner = app.browser();
    expect((await owner.post(url, { token: await tokenFor(app), password })).statusCode).toBe(200);
    await owner.post("/api/v1/users/sign-out");
    const again = { email: adminEmail, password, solution: await app.solution() };
    expect((await owner.post("/api/v1/users/sign-in", again)).statusCode).toBe(200);
  });

  test("attack: the database holds nothing that opens the link", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    await addAdmin(app.deps, adminEmail, adminPassword);
    const token = await tokenFor(app);
    const rows = await database.db.selectFrom("sign_in_links").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("attack: tokens are not tried more than 30 times a minute from one address", async () => {
    const app = await buildTestApp({ frozenAt: start });
    const who = app.browser();
    for (let i = 0; i < 30; i += 1) await who.post(`${url}/check`, { token: `guess ${i}` });
    const answer = await who.post(`${url}/check`, { token: "guess" });
    expect([answer.statusCode, answer.json().code]).toEqual([429, "rate_limited"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });
});

eachEngine("a link used twice", (open) => {
  test("attack: a used link works no second time, also when both requests come at once", async () => {
    const app = await buildTestApp({ database: await open() });
    await addAdmin(app.deps, adminEmail, adminPassword);
    const token = await tokenFor(app);
    const [one, two] = [app.browser(), app.browser()];
    for (const each of [one, two]) await each.get("/api/v1/config");
    const answers = await Promise.all([
      one.post(url, { token, password }),
      two.post(url, { token, password: "the attacker's password" }),
    ]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]));
    expect((await app.browser().post(url, { token, password })).json()).toMatchObject(invalid);
    expect((await app.browser().post(`${url}/check`, { token })).json()).toMatchObject(invalid);
  });
});
