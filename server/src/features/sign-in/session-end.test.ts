import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Browser, buildTestApp } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { signInAtProvider, startProvider, type TestProvider } from "../../testing/provider.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());
beforeEach(() => {
  Object.assign(provider, { givesRefreshTokens: false, forge: null, codesTaken: 0 });
  provider.person = { sub: crypto.randomUUID(), name: "Ann" };
});

const hour = 3_600_000;
const session = "/api/v1/sign-in/session";
const isIn = async (browser: Browser) => (await browser.get("/api/v1/users/auth")).statusCode === 200;
const left = async (browser: Browser) =>
  (await browser.get(session)).json<{ data: { ends_in: number | null } }>().data.ends_in;
const goOn = async (browser: Browser) =>
  (await browser.post(session)).json<{ data: { ends_in: number | null } }>().data.ends_in;

eachEngine("[I9] the session of a person", (open) => {
  async function start(env: Record<string, string> = {}) {
    const app = await buildTestApp({
      database: await open(),
      env: { ...provider.env, ...env },
      frozenAt: Date.now(),
    });
    const browser = app.browser();
    await signInAtProvider(browser);
    return { app, browser };
  }

  test.each([
    ["24 hours", {}, 24],
    ["OIDC_SESSION_HOURS", { OIDC_SESSION_HOURS: "2" }, 2],
  ])("ends after %s, however much it is used", async (_, env, hours) => {
    const { app, browser } = await start(env);
    expect(await left(browser)).toBe(hours * 3600);
    for (let used = 1; used < 4; used += 1) {
      app.time.now += (hours * hour) / 4;
      expect(await isIn(browser)).toBe(true);
    }
    app.time.now += (hours * hour) / 4 - 1;
    expect(await isIn(browser)).toBe(true);
    app.time.now += 1;
    expect(await isIn(browser)).toBe(false);
    expect((await browser.post("/api/v1/boards", { title: "Late" })).statusCode).toBe(401);
    await signInAtProvider(browser);
    expect(await isIn(browser)).toBe(true);
  });

  test("goes on where the provider gives a refresh token, near its end only, and no token is readable", async () => {
    provider.givesRefreshTokens = true;
    const { app, browser } = await start();
    const { codesTaken } = provider;
    expect(await goOn(browser)).toBe(24 * 3600);
    expect(provider.codesTaken, "the provider is not asked early").toBe(codesTaken);
    app.time.now += 24 * hour - 600_000;
    expect(await left(browser)).toBe(600);
    expect(await goOn(browser)).toBe(24 * 3600);
    app.time.now += hour;
    expect(await isIn(browser)).toBe(true);
    const [row] = await app.deps.database.db.selectFrom("provider_sessions").selectAll().execute();
    expect(row?.id_token).toMatch(/^[\w-]{100,}$/u);
    expect(row?.refresh_token).toMatch(/^[\w-]{40,}$/u);
  });

  test("ends all the same without a refresh token, and when the provider refuses", async () => {
    for (const gives of [false, true]) {
      provider.givesRefreshTokens = gives;
      const { app, browser } = await start();
      provider.forge = (claims) => ({ ...claims, sub: "somebody else" });
      app.time.now += 24 * hour - 600_000;
      expect(await goOn(browser)).toBe(600);
      provider.forge = null;
      expect(await goOn(browser), "the token is used up").toBe(600);
      app.time.now += 600_000;
      expect(await isIn(browser)).toBe(false);
    }
  });

  test("a refresh token is used once by two tabs that ask at once", async () => {
    provider.givesRefreshTokens = true;
    const { app, browser } = await start();
    app.time.now += 24 * hour - 600_000;
    const { codesTaken } = provider;
    await Promise.all([goOn(browser), goOn(browser)]);
    expect(provider.codesTaken).toBe(codesTaken + 1);
    expect(await left(browser)).toBe(24 * 3600);
  });
});

describe("[I9] a session without such an end", () => {
  test("is a guest's, who learns none", async () => {
    const app = await buildTestApp({ env: provider.env });
    expect(await left(await app.visitor())).toBeNull();
  });
});
