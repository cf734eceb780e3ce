import { Writable } from "node:stream";
import type { JWTPayload } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { User } from "@retro/contract/users";
import { type Browser, buildTestApp, type TestApp } from "../../testing/app.ts";
import { publicUrl, signInAtProvider, startProvider, type TestProvider } from "../../testing/provider.ts";

let provider: TestProvider;
let app: TestApp;
const log: string[] = [];
beforeAll(async () => {
  provider = await startProvider();
  const env = { ...provider.env, OIDC_ADMIN_GROUP: "retro-admins", LOG_LEVEL: "info" };
  const logTo = new Writable({ write: (chunk, _, done) => (log.push(String(chunk)), done()) });
  app = await buildTestApp({ env, logTo });
});
afterAll(() => provider.stop());
beforeEach(() => {
  log.length = 0;
  provider.person = { sub: crypto.randomUUID(), name: "Ann Provided", groups: [] };
  Object.assign(provider, { forge: null, userinfo: null, date: null });
});

/** Sends an id_token with these claims in place of the person's, and nothing more from userinfo. */
function sendClaims(claims: JWTPayload): void {
  provider.forge = (given) => ({ ...given, name: undefined, groups: undefined, ...claims });
  provider.userinfo = { body: JSON.stringify({ sub: provider.person.sub }) };
}
async function signIn(browser = app.browser()): Promise<User | string | undefined> {
  const { headers } = await signInAtProvider(browser);
  const answer = await browser.get("/api/v1/users/auth");
  return answer.statusCode === 200 ? answer.json<{ data: User }>().data : headers.location;
}
const logged = (text: string) => log.filter((line) => line.includes(text));

describe("[I3] the name", () => {
  test("is the next best that the id_token has, and the log names the claim", async () => {
    sendClaims({ given_name: "Ann", family_name: "Smith", email: "ann@example.com", groups: [] });
    expect(await signIn()).toMatchObject({ name: "Ann Smith" });
    expect(logged("given_name")).toHaveLength(1);
  });

  test.each([
    ["JSON", () => Promise.resolve(JSON.stringify({ sub: provider.person.sub, nickname: "annie" })), ""],
    ["a signed JWT", () => provider.sign({ sub: provider.person.sub, nickname: "annie" }), "application/jwt"],
  ])("is taken from userinfo as %s", async (_, body, type) => {
    sendClaims({ groups: [] });
    provider.userinfo = { body: await body(), ...(type !== "" && { type }) };
    expect(await signIn()).toMatchObject({ name: "annie" });
  });
});

describe("[I3] userinfo is no more than help", () => {
  const foreign = async () => {
    provider.foreignKey = true;
    const body = await provider.sign({ sub: provider.person.sub, groups: ["retro-admins"] });
    provider.foreignKey = false;
    return body;
  };
  test.each<[string, () => Promise<NonNullable<TestProvider["userinfo"]>>]>([
    ["that is forbidden", async () => ({ status: 403, body: "{}" })],
    ["that is no JSON", async () => ({ body: "<html>" })],
    ["about somebody else", async () => ({ body: JSON.stringify({ sub: "eve", groups: ["retro-admins"] }) })],
    ["that somebody else has signed", async () => ({ type: "application/jwt", body: await foreign() })],
    [
      "that nobody has signed",
      async () => ({
        type: "application/jwt",
        body: `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify({ sub: provider.person.sub, groups: ["retro-admins"] })).toString("base64url")}.`,
      }),
    ],
  ])("one %s leaves the person signed in, and is logged", async (_, userinfo) => {
    sendClaims({ name: "Ann in the id_token" });
    provider.userinfo = await userinfo();
    expect(await signIn()).toMatchObject({ name: "Ann in the id_token", role: "member" });
    expect(logged("userinfo could not be read")).toHaveLength(1);
  });
});

describe("[I4] groups", () => {
  test.each<[string, unknown]>([
    ["a full path of Keycloak", ["/other", "/retro-admins"]],
    ["one text", "retro-admins"],
    ["a text with commas", "a,retro-admins"],
    ["objects", [{ id: "7", name: "retro-admins" }]],
    ["an object with the names as keys", { "retro-admins": { "1": "example.com" } }],
  ])("as %s make an administrator", async (_, groups) => {
    sendClaims({ name: "Ann", groups });
    expect(await signIn()).toMatchObject({ role: "admin" });
  });

  test.each<[string, JWTPayload]>([
    ["that are too many for Entra", { _claim_names: { groups: "src1" }, _claim_sources: {} }],
    ["of an odd shape", { groups: [7] }],
    ["that are missing", {}],
  ])("%s keep the role and the sessions, and leave one line", async (_, claims) => {
    provider.person.groups = ["retro-admins"];
    const browser = app.browser();
    expect(await signIn(browser)).toMatchObject({ role: "admin" });
    sendClaims({ name: "Ann", ...claims });
    log.length = 0;
    expect(await signIn()).toMatchObject({ role: "admin" });
    expect((await browser.get("/api/v1/users/auth")).statusCode).toBe(200);
    expect(logged("has not sent all groups")).toHaveLength(1);
    provider.person = { sub: crypto.randomUUID(), name: "Never an administrator" };
    sendClaims({ name: "Ann", ...claims });
    expect(await signIn(), "a new person").toMatchObject({ role: "member" });
  });

  test.each([
    ["a path that ends like it", ["/team/retro-admins"]],
    ["a longer name", "retro-admins-2"],
  ])("%s makes nobody an administrator", async (_, groups) => {
    sendClaims({ name: "Ann", groups });
    expect(await signIn()).toMatchObject({ role: "member" });
  });
});

describe("[I2] clocks", () => {
  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, () => JWTPayload]>([
    ["ahead", () => ({ iat: now() + 240, nbf: now() + 240 })],
    ["behind", () => ({ iat: now() - 600, exp: now() - 240 })],
  ])("may differ by four minutes: the provider's is %s", async (_, claims) => {
    const times = claims();
    provider.forge = (given) => ({ ...given, ...times });
    expect(await signIn()).toMatchObject({ role: "member" });
  });

  test.each<[string, () => JWTPayload, number, number]>([
    ["an iat from the future", () => ({ iat: now() + 400 }), 0, 400],
    ["an nbf from the future", () => ({ nbf: now() + 4000, iat: now() + 4000, exp: now() + 9000 }), 0, 4000],
    ["an end in the past", () => ({ iat: now() - 1000, exp: now() - 700 }), -1000, 1000],
  ])("that differ more are named with %s, in the page and in the log", async (_, claims, ahead, seconds) => {
    const times = claims();
    provider.forge = (given) => ({ ...given, ...times });
    if (ahead !== 0) provider.date = new Date(Date.now() + ahead * 1000);
    const place = new URL((await signIn()) as string, publicUrl);
    expect(place.searchParams.get("sign-in")).toBe("clocks");
    expect(Math.abs(Number(place.searchParams.get("seconds")) - seconds)).toBeLessThan(60);
    expect(logged("the clocks differ by")).toHaveLength(1);
  });
});

describe("an attack on signing in is refused [I2]:", () => {
  test.each([
    ["nobody named", ""],
    ["a subject of 256 characters", "s".repeat(256)],
  ])("%s", async (_, sub) => {
    provider.forge = (claims) => ({ ...claims, sub });
    provider.userinfo = { body: "{}" };
    expect(await signIn()).toBe(`${publicUrl}/auth-anonymous?sign-in=failed`);
  });

  test("a state that comes twice leads a person to the entry, not to JSON", async () => {
    for (const query of ["state=a&state=b&code=c", "state=a&state=b", ""]) {
      const answer = await app.browser().get(`/api/v1/sign-in/callback?${query}`);
      expect([answer.statusCode, answer.headers.location]).toEqual([
        302,
        `${publicUrl}/auth-anonymous?sign-in=failed`,
      ]);
    }
  });
});

test("[I2] the keys of the provider are fetched for the first sign-in, and kept", async () => {
  const own = await startProvider();
  const kept = await buildTestApp({ env: own.env });
  const signInOnce = async () => {
    const browser: Browser = kept.browser();
    own.person = { sub: crypto.randomUUID(), name: "Ann" };
    await signInAtProvider(browser);
    expect((await browser.get("/api/v1/users/auth")).statusCode).toBe(200);
  };
  await signInOnce();
  const { keysFetched } = own;
  for (let again = 0; again < 3; again += 1) await signInOnce();
  expect([keysFetched, own.keysFetched]).toEqual([1, 1]);
  await own.stop();
});
