import { beforeAll, describe, expect, test } from "vitest";
import type { User } from "@retro/contract/users";
import { signInAdmin } from "../../testing/admin.ts";
import { type Browser, buildTestApp, type TestApp, type Visitor } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";

const proxy = "127.0.0.1";
const stranger = "203.0.113.9";
const env = {
  AUTH_HEADER: "Remote-User",
  TRUST_PROXY: `${proxy}, 10.1.0.0/16`,
};
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ env });
});

const utf8 = (name: string) => Buffer.from(name).toString("latin1");
async function start(browser: Browser, headers: Record<string, string | string[]>, remoteAddress = proxy) {
  if (!browser.cookies.has("XSRF-TOKEN")) await browser.get("/api/v1/config");
  const all = { ...headers, ...browser.credentials() };
  const answer = await browser.send({
    method: "POST",
    url: "/api/v1/sign-in/start",
    headers: all,
    remoteAddress,
  });
  return answer.json<{ data: { address: string } }>().data.address;
}
async function whoIs(browser: Browser, user?: string): Promise<User | number> {
  const headers = user === undefined ? {} : { "remote-user": user };
  const answer = await browser.send({ method: "GET", url: "/api/v1/users/auth", headers });
  return answer.statusCode === 200 ? answer.json<{ data: User }>().data : answer.statusCode;
}
async function member(name: string): Promise<Visitor> {
  const browser = app.browser();
  await start(browser, { "remote-user": name });
  return Object.assign(browser, { user: (await whoIs(browser, name)) as User });
}

async function boardOf(browser: Browser, name: string): Promise<string> {
  const made = await browser.post("/api/v1/boards", { title: "Retro" }, { "remote-user": name });
  return `/api/v1/boards/${made.json<{ data: { id: string } }>().data.id}`;
}

describe("a person whom the proxy names [I7]", () => {
  test("is signed in, with the proxy's name once, as the same user on every device", async () => {
    const browser = app.browser();
    const address = await start(browser, { "remote-user": "anna", "remote-name": utf8("Анна Ёлкина") });
    expect(address).toBe("/auth-anonymous");
    const anna = await whoIs(browser, "anna");
    expect(anna).toMatchObject({ role: "member", name: "Анна Ёлкина" });
    expect(await whoIs(await member("anna"), "anna")).toEqual(anna);
  });

  test("answers first, as a guest who has written", async () => {
    const guest = await app.visitor({ name: "Guest" });
    await addSticker(guest, await makeBoard(guest), "Critical");
    const named = { "remote-user": "writer", "remote-name": "Real Name" };
    expect(await start(guest, named)).toBe("/auth-anonymous?sign-in=ask");
    expect(await whoIs(guest)).toMatchObject({ name: "Guest", role: "anonymous" });
    const asked = await guest.get("/api/v1/sign-in/pending", named);
    expect(asked.json()).toEqual({ data: { name: "Real Name", stickers: 1, boards: 1 } });
    const answer = { keep: true };
    for (const other of [{ "remote-user": "another person" }, {}])
      expect((await guest.post("/api/v1/sign-in/pending", answer, other)).statusCode).toBe(404);
    expect((await guest.post("/api/v1/sign-in/pending", answer, named)).statusCode).toBe(200);
    expect(await whoIs(guest, "writer")).toMatchObject({
      id: guest.user.id,
      name: "Real Name",
      role: "member",
    });
  });

  test("keeps what they had as a guest", async () => {
    const guest = await app.visitor();
    const board = await makeBoard(guest, "Guest's");
    await start(guest, { "remote-user": "former guest" });
    expect(await whoIs(guest, "former guest")).toMatchObject({ id: guest.user.id, role: "member" });
    expect((await guest.get(board.url, { "remote-user": "former guest" })).statusCode).toBe(200);
  });

  test("is signed out here, and comes back with one press", async () => {
    const browser = await member("bob");
    const answer = await browser.post("/api/v1/sign-in/out", undefined, { "remote-user": "bob" });
    expect(answer.json()).toEqual({ data: { address: null } });
    expect(await whoIs(browser, "bob")).toBe(401);
  });

  test("leaves an administrator with an account signed in", async () => {
    const root = await signInAdmin(app, "root@example.com");
    expect(await whoIs(root, "anna")).toMatchObject({ role: "admin" });
  });
});

describe("an attack through the header is refused [I7]:", () => {
  test.each<[string, Record<string, string | string[]>, string]>([
    ["a header from a stranger's address", { "remote-user": "anna" }, stranger],
    [
      "a stranger who forwards the proxy's address",
      { "remote-user": "anna", "x-forwarded-for": proxy },
      stranger,
    ],
    ["a stranger beside the proxy's network", { "remote-user": "anna" }, "10.2.0.1"],
    ["a second value, which a client has added", { "remote-user": ["anna", "root"] }, proxy],
    ["an empty value", { "remote-user": "" }, proxy],
    ["another header", { "x-remote-user": "anna" }, proxy],
    ["none", {}, proxy],
  ])("%s", async (_, headers, address) => {
    const browser = app.browser();
    expect(await start(browser, headers, address)).toBe("/auth-anonymous?sign-in=unnamed");
    expect(await whoIs(browser)).toBe(401);
  });

  test("a session of one person under the name of another", async () => {
    const browser = await member("carol");
    expect(await whoIs(browser, "dave")).toBe(401);
    const made = await browser.post("/api/v1/boards", { title: "Retro" }, { "remote-user": "dave" });
    expect(made.statusCode).toBe(401);
    await start(browser, { "remote-user": "dave" });
    expect(await whoIs(browser, "dave")).toMatchObject({ name: "dave" });
  });

  test("a stolen session cookie, behind the proxy under the thief's name", async () => {
    const [victim, thief] = [await member("erin"), await member("thief")];
    thief.cookies.set("retro_session", victim.cookies.get("retro_session") ?? "");
    expect(await whoIs(thief, "thief")).toBe(401);
    thief.cookies.delete("retro_person");
    expect(await whoIs(thief, "thief")).toBe(401);
  });

  test.each<[string, Record<string, string | string[]>, string]>([
    ["without the header, because the person has signed out there", {}, proxy],
    ["with the header of a stranger", { "remote-user": "heidi" }, stranger],
    ["with the header twice", { "remote-user": ["heidi", "heidi"] }, proxy],
  ])("a session of a person %s", async (_, headers, remoteAddress) => {
    const browser = await member("heidi");
    const url = await boardOf(browser, "heidi");
    const read = await browser.send({ method: "GET", url, headers, remoteAddress });
    const all = { ...headers, ...browser.credentials() };
    const payload = { title: "Changed" };
    const write = await browser.send({ method: "PUT", url, headers: all, remoteAddress, payload });
    expect([read.statusCode, write.statusCode]).toEqual([401, 401]);
    browser.cookies.delete("retro_person");
    expect((await browser.send({ method: "GET", url, headers, remoteAddress })).statusCode).toBe(401);
  });

  test("a link to the sign-in, which begins nothing", async () => {
    const browser = await app.visitor();
    const before = new Map(browser.cookies);
    const headers = { "remote-user": "ivan" };
    const answer = await browser.send({
      method: "GET",
      url: "/api/v1/sign-in/start",
      headers,
      remoteAddress: proxy,
    });
    expect(answer.statusCode).toBe(404);
    expect(browser.cookies).toEqual(before);
    const forged = await browser.send({
      method: "POST",
      url: "/api/v1/sign-in/start",
      headers,
      remoteAddress: proxy,
    });
    expect(forged.statusCode, "without the token of a page").toBe(419);
  });

  test("a changing call between two requests of its own person, with a session of somebody else", async () => {
    const browser = await member("frank");
    const url = await boardOf(browser, "frank");
    const title = { title: "Changed" };
    expect((await browser.put(url, title, { "remote-user": "frank" })).statusCode).toBe(200);
    expect((await browser.put(url, title, { "remote-user": "grace" })).statusCode).toBe(401);
  });
});

test("[I7] the name is in the header beside it: Tailscale's", async () => {
  const tailscale = await buildTestApp({ env: { ...env, AUTH_HEADER: "Tailscale-User-Login" } });
  const browser = tailscale.browser();
  await start(browser, { "tailscale-user-login": "ann@example.com", "tailscale-user-name": "Ann" });
  const answer = await browser.get("/api/v1/users/auth", { "tailscale-user-login": "ann@example.com" });
  expect(answer.json()).toMatchObject({ data: { name: "Ann" } });
});

test("[I7] without AUTH_HEADER the header means nothing, and no call exists", async () => {
  const plain = await buildTestApp();
  const browser = plain.browser({ "remote-user": "anna" });
  expect((await browser.get("/api/v1/sign-in/start")).statusCode).toBe(404);
  const visitor = await plain.visitor();
  expect(await whoIs(visitor, "anna")).toMatchObject({ id: visitor.user.id });
});
