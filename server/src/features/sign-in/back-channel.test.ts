import { type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Browser, buildTestApp, type TestApp } from "../../testing/app.ts";
import {
  signInAtProvider,
  signOutAtProvider,
  startProvider,
  type TestProvider,
} from "../../testing/provider.ts";

let provider: TestProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startProvider();
  app = await buildTestApp({ env: provider.env });
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.person = { sub: crypto.randomUUID() };
  provider.foreignKey = false;
  provider.logoutTokens.length = 0;
});

const send = (token: string, cookies: Browser = app.browser()) =>
  cookies.post("/api/v1/sign-in/back-channel", `logout_token=${token}`, {
    "content-type": "application/x-www-form-urlencoded",
    "x-xsrf-token": "",
  });
const isIn = async (browser: Browser) => (await browser.get("/api/v1/users/auth")).statusCode === 200;
async function member(): Promise<Browser> {
  const browser = app.browser();
  await signInAtProvider(browser);
  return browser;
}
const now = () => Math.floor(Date.now() / 1000);
const logout = (claims: Record<string, unknown> = {}): JWTPayload => ({
  iss: provider.issuer,
  aud: "retro",
  sub: provider.person.sub,
  iat: now(),
  exp: now() + 120,
  jti: crypto.randomUUID(),
  events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  ...claims,
});

describe("signing out at the provider [I6]", () => {
  test("ends the session that began there, and no other of the person", async () => {
    const [here, there] = [await member(), await member()];
    await signOutAtProvider(here, provider);
    const [token = ""] = provider.logoutTokens;
    const answer = await send(token);
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect([await isIn(here), await isIn(there)]).toEqual([false, true]);
  });

  test.each([
    ["with the type of the final text", { typ: "logout+jwt" }, {}],
    ["with the type written out", { typ: "application/logout+jwt" }, {}],
    ["with the type that Keycloak sends", { typ: "JWT" }, {}],
    ["with null for what is absent", {}, { sid: null, nonce: null }],
    ["from a clock that is two minutes ahead", {}, { iat: now() + 120, exp: now() + 240 }],
  ])("counts %s", async (_, header, claims) => {
    const browser = await member();
    expect((await send(await provider.sign(logout(claims), header))).statusCode).toBe(200);
    expect(await isIn(browser)).toBe(false);
  });

  test("ends all sessions of the person when it names none, and no other person's", async () => {
    const sessions = [await member(), await member()];
    const { sub } = provider.person;
    provider.person = { sub: crypto.randomUUID() };
    const other = await member();
    expect((await send(await provider.sign(logout({ sub })))).statusCode).toBe(200);
    expect(await Promise.all([...sessions, other].map(isIn))).toEqual([false, false, true]);
  });
});

describe("an attack on signing out is refused [I6]:", () => {
  test.each<[string, () => JWTPayload]>([
    ["an id_token, which other parties may hold", () => logout({ events: undefined })],
    ["an id_token with an event and a nonce", () => logout({ nonce: "n" })],
    ["another event", () => logout({ events: { "http://schemas.openid.net/event/other": {} } })],
    ["nobody named", () => logout({ sub: undefined })],
    ["a wrong issuer", () => logout({ iss: "https://evil.example" })],
    ["a wrong audience", () => logout({ aud: "another-client" })],
    ["an old one", () => logout({ iat: now() - 600, exp: now() + 600 })],
    ["one that has expired", () => logout({ exp: now() - 400 })],
    ["one from the future", () => logout({ iat: now() + 400, exp: now() + 500 })],
    ["an empty session", () => logout({ sid: "" })],
    ["an empty subject", () => logout({ sub: "", sid: "any" })],
    ["an empty nonce", () => logout({ nonce: "" })],
    ["a subject that is no text", () => logout({ sub: { a: 1 }, sid: "any" })],
    ["a list of subjects", () => logout({ sub: [provider.person.sub] as never, sid: "any" })],
    ["an empty name", () => logout({ jti: "" })],
    ["one without a name, which could be sent for ever", () => logout({ jti: undefined })],
  ])("%s", async (_, claims) => {
    const browser = await member();
    expect((await send(await provider.sign(claims()))).statusCode).toBe(400);
    expect(await isIn(browser)).toBe(true);
  });

  test.each(["id_token+jwt", "at+jwt", "secevent+jwt"])("a token of the type %s", async (typ) => {
    const browser = await member();
    expect((await send(await provider.sign(logout(), { typ }))).statusCode).toBe(400);
    expect(await isIn(browser)).toBe(true);
  });

  test("a signature with the client's secret, which is no key of the provider", async () => {
    const browser = await member();
    const secret = new TextEncoder().encode(provider.env["OIDC_CLIENT_SECRET"]);
    const token = await new SignJWT(logout()).setProtectedHeader({ alg: "HS256" }).sign(secret);
    expect((await send(token)).statusCode).toBe(400);
    expect(await isIn(browser)).toBe(true);
  });

  test("somebody else's signature, or none", async () => {
    const browser = await member();
    provider.foreignKey = true;
    const foreign = await provider.sign(logout());
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const token of [foreign, `${part({ alg: "none" })}.${part(logout())}.`, "no token"])
      expect((await send(token)).statusCode).toBe(400);
    expect(await isIn(browser)).toBe(true);
  });

  test("the same message again, after the person has come back", async () => {
    const token = await provider.sign(logout());
    await send(token);
    const browser = await member();
    expect((await send(token)).statusCode).toBe(200);
    expect(await isIn(browser)).toBe(true);
  });

  test("a page that sends a visitor's cookies with it", async () => {
    const browser = await member();
    const other = await member();
    await send(await provider.sign(logout({ sub: "somebody else" })), browser);
    expect([await isIn(browser), await isIn(other)]).toEqual([true, true]);
  });
});
