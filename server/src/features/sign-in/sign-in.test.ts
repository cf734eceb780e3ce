import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { User } from "@retro/contract/users";
import { type Browser, buildTestApp, type TestApp } from "../../testing/app.ts";
import {
  goToProvider,
  publicUrl,
  signInAtProvider,
  startProvider,
  type TestProvider,
} from "../../testing/provider.ts";

let provider: TestProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startProvider();
  app = await buildTestApp({ env: { ...provider.env, OIDC_ADMIN_GROUP: "retro-admins" } });
});
afterAll(() => provider.stop());
beforeEach(() => {
  Object.assign(provider, {
    person: { sub: crypto.randomUUID(), name: "Ann Provided" },
    forge: null,
    foreignKey: false,
    clientAuth: null,
    error: null,
  });
});

const entry = `${publicUrl}/auth-anonymous`;
async function whoIs(browser: Browser): Promise<User | null> {
  const answer = await browser.get("/api/v1/users/auth");
  return answer.statusCode === 200 ? answer.json<{ data: User }>().data : null;
}

describe("signing in", () => {
  test("[I1, I3] makes a member with the provider's name, whose name is then their own", async () => {
    const browser = app.browser();
    const answer = await signInAtProvider(browser);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, entry]);
    const user = await whoIs(browser);
    expect(user).toMatchObject({ role: "member", name: "Ann Provided" });
    await browser.put(`/api/v1/users/${user?.id}`, { name: "Annie" });
    const other = app.browser();
    await signInAtProvider(other);
    expect(await whoIs(other)).toMatchObject({ id: user?.id, name: "Annie" });
  });

  test("[I1] leaves a guest the user that they were, and ends the guest's session", async () => {
    const guest = await app.visitor({ name: "Guest" });
    const before = guest.cookies.get("retro_session") ?? "";
    await signInAtProvider(guest);
    expect(await whoIs(guest)).toMatchObject({ id: guest.user.id, role: "member" });
    const stolen = app.browser();
    stolen.cookies.set("retro_session", before);
    expect(await whoIs(stolen)).toBeNull();
  });

  test("[I2] keeps no token in the browser", async () => {
    const browser = app.browser();
    await signInAtProvider(browser);
    expect([...browser.cookies.keys()].toSorted()).toEqual(["XSRF-TOKEN", "retro_session"]);
    expect(browser.cookies.get("retro_session")).toMatch(/^[\w-]{43}$/);
  });

  test("[I1] leaves a signed-in user alone when another person signs in at the browser", async () => {
    const browser = app.browser();
    await signInAtProvider(browser);
    const ann = await whoIs(browser);
    provider.person = { sub: crypto.randomUUID(), name: "Bob" };
    await signInAtProvider(browser);
    const bob = await whoIs(browser);
    expect(bob).toMatchObject({ role: "member", name: "Bob" });
    expect(bob?.id).not.toBe(ann?.id);
  });

  test("[I4] the group makes an administrator, and leaving it takes the role and all sessions away", async () => {
    provider.person = { sub: crypto.randomUUID(), groups: ["retro-admins"] };
    const browser = app.browser();
    await signInAtProvider(browser);
    expect(await whoIs(browser)).toMatchObject({ role: "admin" });
    expect((await browser.get("/api/v1/admin/stats")).statusCode).toBe(200);
    provider.person.groups = ["retro", "admins"];
    // A guest until now, as most browsers are.
    const elsewhere = await app.visitor();
    await signInAtProvider(elsewhere);
    expect(await whoIs(elsewhere)).toMatchObject({ role: "member" });
    expect((await elsewhere.get("/api/v1/admin/stats")).statusCode).toBe(404);
    expect(await whoIs(browser)).toBeNull();
  });

  test("two tabs can sign in at once", async () => {
    const browser = app.browser();
    const [first, second] = [await goToProvider(browser), await goToProvider(browser)];
    expect((await browser.get(first)).headers.location).toBe(entry);
    expect((await browser.get(second)).headers.location).toBe(entry);
    expect(await whoIs(browser)).toMatchObject({ role: "member" });
  });
});

describe("signing out [I6]", () => {
  test("ends the session here, and leads to the provider, which ends its own", async () => {
    const browser = app.browser();
    await signInAtProvider(browser);
    const { address } = (await browser.post("/api/v1/sign-in/out")).json<{ data: { address: string } }>()
      .data;
    expect(await whoIs(browser)).toBeNull();
    const url = new URL(address);
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${entry}?sign-in=out`);
    expect(url.searchParams.get("id_token_hint")).not.toBeNull();
  });

  test("of a guest asks no provider", async () => {
    const guest = await app.visitor();
    expect((await guest.post("/api/v1/sign-in/out")).json()).toEqual({ data: { address: null } });
    expect(await whoIs(guest)).toBeNull();
  });
});

describe("an attack on signing in is refused [I2]:", () => {
  async function expectRefused(browser: Browser, callback: string): Promise<void> {
    const answer = await browser.get(callback);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `${entry}?sign-in=failed`]);
    expect(await whoIs(browser)).toBeNull();
  }

  test("a forged state", async () => {
    const browser = app.browser();
    const callback = new URL(await goToProvider(browser), publicUrl);
    const state = callback.searchParams.get("state") ?? "";
    for (const forged of ["", "A".repeat(43), `${state.slice(0, -1)}${state.endsWith("A") ? "B" : "A"}`]) {
      callback.searchParams.set("state", forged);
      await expectRefused(browser, callback.pathname + callback.search);
    }
  });

  test("a callback in another browser than the start (login CSRF)", async () => {
    const callback = await goToProvider(app.browser());
    await expectRefused(app.browser(), callback);
  });

  test("a callback answered twice", async () => {
    const browser = app.browser();
    const callback = await goToProvider(browser);
    const cookies = new Map(browser.cookies);
    expect((await browser.get(callback)).headers.location).toBe(entry);
    const second = app.browser();
    for (const [name, value] of cookies) second.cookies.set(name, value);
    const { codesTaken } = provider;
    await expectRefused(second, callback);
    expect(provider.codesTaken, "the provider is not asked again").toBe(codesTaken);
  });

  test("a start that is too old", async () => {
    const old = await buildTestApp({ env: provider.env, frozenAt: Date.now() });
    const browser = old.browser();
    const callback = await goToProvider(browser);
    old.time.now += 15 * 60_000;
    await expectRefused(browser, callback);
  });

  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, Parameters<NonNullable<TestProvider["forge"]>>[0]]>([
    ["a reused nonce", { nonce: "the nonce of another sign-in" }],
    ["a missing nonce", { nonce: undefined }],
    ["a wrong issuer", { iss: "https://evil.example" }],
    ["a wrong audience", { aud: "another-client" }],
    ["a mixed-up client", { aud: ["retro", "another-client"], azp: "another-client" }],
    ["an id_token that has expired", { exp: now() - 3600, iat: now() - 7200 }],
  ])("%s", async (_, claims) => {
    const browser = app.browser();
    provider.forge = (given) => ({ ...given, ...claims });
    await expectRefused(browser, await goToProvider(browser));
  });

  test("a mixed-up provider: the answer names another issuer", async () => {
    const browser = app.browser();
    const callback = new URL(await goToProvider(browser), publicUrl);
    callback.searchParams.set("iss", "https://evil.example");
    await expectRefused(browser, callback.pathname + callback.search);
  });

  test("an id_token that somebody else has signed", async () => {
    const browser = app.browser();
    provider.foreignKey = true;
    await expectRefused(browser, await goToProvider(browser));
  });

  test("a code of another sign-in (PKCE)", async () => {
    const [ann, eve] = [app.browser(), app.browser()];
    const stolen = new URL(await goToProvider(ann), publicUrl).searchParams.get("code") ?? "";
    const callback = new URL(await goToProvider(eve), publicUrl);
    callback.searchParams.set("code", stolen);
    await expectRefused(eve, callback.pathname + callback.search);
  });

  test("an open redirect in the return address", async () => {
    const browser = app.browser();
    const query = ["return", "return_to", "redirect", "redirect_uri"]
      .map((name) => `${name}=https://evil.example/`)
      .join("&");
    const started = await browser.post(`/api/v1/sign-in/start?${query}`);
    expect(started.body).not.toContain("evil");
    const answer = await browser.get(`${await goToProvider(browser)}&${query}`);
    expect(answer.headers.location).toBe(entry);
  });
});

describe("the server's own secret goes to the provider", () => {
  const [basic, post] = ["client_secret_basic", "client_secret_post"] as const;
  test.each([
    ["in the header to one that takes nothing else", [basic], basic],
    ["in the header to one that does not say: the default of OpenID Connect Discovery", null, basic],
    ["in the header to one that takes both", [post, basic], basic],
    ["in the body to one that takes nothing else", [post], post],
  ] as const)("%s", async (_, told, taken) => {
    provider.clientAuth = { told: told && [...told], taken };
    const asked = await buildTestApp({ env: provider.env });
    const browser = asked.browser();
    await signInAtProvider(browser);
    expect(await whoIs(browser)).toMatchObject({ role: "member" });
  });
});

describe("while the provider is away", () => {
  test.each([
    ["temporarily_unavailable", "unavailable"],
    ["server_error", "unavailable"],
    ["access_denied", "refused"],
  ])("the provider's own %s is told as what it is", async (error, problem) => {
    provider.error = error;
    const answer = await signInAtProvider(app.browser());
    expect(answer.headers.location).toBe(`${entry}?sign-in=${problem}`);
  });

  test("guests and sessions go on, and the entry says that signing in does not work now", async () => {
    const gone = await startProvider();
    const away = await buildTestApp({ env: gone.env });
    const member = away.browser();
    await signInAtProvider(member);
    await gone.stop();
    expect(await whoIs(member)).toMatchObject({ role: "member" });
    expect((await (await away.visitor()).get("/api/v1/boards")).statusCode).toBe(200);

    // One server knows the provider from before, the other does not.
    for (const app of [away, await buildTestApp({ env: gone.env })]) {
      const answer = await app.browser().post("/api/v1/sign-in/start");
      expect(answer.json()).toEqual({ data: { address: `${entry}?sign-in=unavailable` } });
    }
  });

  test("a callback says it too, and no session begins", async () => {
    const gone = await startProvider();
    const away = await buildTestApp({ env: gone.env });
    const browser = away.browser();
    const callback = await goToProvider(browser);
    await gone.stop();
    expect((await browser.get(callback)).headers.location).toBe(`${entry}?sign-in=unavailable`);
    expect(await whoIs(browser)).toBeNull();
  });
});

test("[I2] without OIDC_ISSUER no call exists, and the page's settings do not mention it", async () => {
  const plain = await buildTestApp();
  const browser = plain.browser();
  for (const path of ["start", "callback?state=a&code=b"])
    expect((await browser.get(`/api/v1/sign-in/${path}`)).statusCode).toBe(404);
  expect((await browser.get("/api/v1/config")).json<{ data: object }>().data).not.toHaveProperty("signIn");
});

test("the audit has a line for a sign-in at the provider, and none for one that fails, also at its last step", async () => {
  const folder = mkdtempSync(join(tmpdir(), "retro-audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "audit.log");
  const audited = await buildTestApp({ env: { ...provider.env, AUDIT_LOG: file } });
  const browser = audited.browser();
  await browser.get("/api/v1/sign-in/callback?state=forged&code=1");
  const { setSessionCookie } = audited.app;
  audited.app.setSessionCookie = () => {
    throw new Error("a cookie that cannot be set");
  };
  expect((await signInAtProvider(audited.browser())).statusCode).toBe(500);
  audited.app.setSessionCookie = setSessionCookie;
  await signInAtProvider(browser);
  const user = await whoIs(browser);
  await audited.close();
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const calls = lines.map((line) => JSON.parse(line) as { call: string });
  expect(calls.filter(({ call }) => call !== "POST /api/v1/sign-in/start")).toMatchObject([
    { call: "GET /api/v1/sign-in/callback", path: "/api/v1/sign-in/callback", made: user?.id },
  ]);
});
