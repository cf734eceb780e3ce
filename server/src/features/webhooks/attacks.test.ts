import dns from "node:dns";
import { createServer } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  type MadeWebhook,
  type Webhook,
  type WebhookDelivery,
  webhookEvents,
} from "@retro/contract/webhooks/webhooks";
import { signInAdmin } from "../../testing/admin.ts";
import { buildTestApp, type TestApp, type Visitor } from "../../testing/app.ts";
import { startReceiver } from "../../testing/hook-receiver.ts";
import { addAction, makeSpace, makeSpaceBoard } from "../../testing/spaces.ts";
import { hookRow } from "../../testing/webhooks.ts";
import { mayConnect } from "../../outgoing/addresses.ts";
import { noProxies } from "../../outgoing/proxy.ts";
import { urlFault as faultOf } from "./address-rules.ts";
import { type HookRow, insertHook } from "./store.ts";

const urlFault = (url: string) => faultOf(url, { proxies: noProxies }, []);

const open = { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" };
const body = (url: string) => ({ name: "Bot", url, format: "standard", events: webhookEvents });
afterEach(() => vi.restoreAllMocks());

async function prepare(env: Record<string, string> = open) {
  const app = await buildTestApp({ env });
  await app.listen();
  const ann = await app.visitor();
  const key = await makeSpace(ann);
  return { app, ann, key, place: `/api/v1/spaces/${key}/webhooks`, receiver: await startReceiver() };
}

async function make(by: Visitor, place: string, url: string): Promise<MadeWebhook> {
  const answer = await by.post(place, body(url));
  if (answer.statusCode !== 201) throw new Error(`no webhook: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: MadeWebhook }>().data;
}

/** Answers of the resolver, one a question; the last one for all that follow. */
function resolveTo(...answers: string[][]): { asked: () => number } {
  let asked = 0;
  vi.spyOn(dns, "lookup").mockImplementation(((
    _: string,
    __: object,
    done: (...found: unknown[]) => void,
  ) => {
    const found = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    done(
      null,
      found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  }) as never);
  return { asked: () => asked };
}

/** Sends a test to a receiver that writes these bytes to each request, and never closes. @returns its delivery */
async function testAgainst(answer: string): Promise<WebhookDelivery> {
  const receiver = createServer((socket) => {
    socket.once("data", () => socket.write(answer));
    socket.on("error", () => socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  onTestFinished(() => void receiver.close());
  const { ann, place } = await prepare();
  const { id } = await make(ann, place, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
  return (await ann.post(`${place}/${id}/test`)).json<{ data: WebhookDelivery }>().data;
}

test("attack: a receiver that changes the protocol keeps no place among the deliveries", async () => {
  const delivery = await testAgainst(
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n",
  );
  expect(delivery).toMatchObject({ status: null, problem: "unreachable" });
});

test("attack: an answer that never ends is the status with which it began, and keeps its place no longer", async () => {
  const delivery = await testAgainst("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok");
  expect(delivery).toMatchObject({ status: 200, problem: null, answer: "ok" });
});

/** Puts a hook into the database, as if its address had been allowed when it was made. @returns its place */
async function olderHook({ deps }: TestApp, key: string, url: string, more: Partial<HookRow> = {}) {
  const { db } = deps.database;
  const space = await db.selectFrom("spaces").select("id").executeTakeFirstOrThrow();
  const id = crypto.randomUUID();
  await insertHook(db, { ...hookRow, id, url, space_id: space.id, created_at: deps.clock(), ...more });
  return `/api/v1/spaces/${key}/webhooks/${id}`;
}

const inUrl = (address: string) => (address.includes(":") ? `[${address}]` : address);

const closedAddresses = [
  ["loopback", "127.0.0.1"],
  ["loopback, another", "127.8.8.8"],
  ["private", "10.0.0.1"],
  ["private", "172.16.0.1"],
  ["private", "192.168.1.1"],
  ["link-local, the metadata of clouds", "169.254.169.254"],
  ["shared address space, Alibaba's metadata", "100.100.100.200"],
  ["Oracle's metadata", "192.0.0.192"],
  ["Azure's metadata, a public address", "168.63.129.16"],
  ["this network", "0.0.0.0"],
  ["multicast", "224.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["benchmarking", "198.18.0.1"],
  ["IPv6 loopback", "::1"],
  ["IPv6 unspecified", "::"],
  ["IPv6 link-local", "fe80::1"],
  ["IPv6 unique-local", "fd00:ec2::254"],
  ["IPv6 multicast", "ff02::1"],
  ["IPv4-mapped IPv6", "::ffff:127.0.0.1"],
  ["IPv4-mapped IPv6, as hex", "::ffff:7f00:1"],
  ["IPv4-compatible IPv6", "::127.0.0.1"],
  ["IPv4-compatible IPv6, as hex", "::7f00:1"],
  ["NAT64", "64:ff9b::7f00:1"],
  ["6to4 of loopback", "2002:7f00:1::"],
  ["Teredo", "2001::1"],
  ["site-local", "fec0::1"],
] as const;

describe("[J6] addresses that a hook must not reach", () => {
  test.each(closedAddresses)("%s: %s is refused", (_, address) => {
    expect(mayConnect("bot.example", address, [])).toBe(false);
    expect(urlFault(`https://${inUrl(address)}/`)).toBe("address");
  });
  test.each([
    "https://0x7f.1/",
    "https://2130706433/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://①②⑦.0.0.1/",
  ])("another spelling of loopback, %s, is refused", (url) => expect(urlFault(url)).toBe("address"));
  test.each([
    ["javascript:alert(1)", "url"],
    ["file:///etc/passwd", "url"],
    ["http://bot.example/", "scheme"],
    ["https://user:password@bot.example/", "url"],
    ["bot.example", "url"],
  ])("the URL %s is refused", (url, fault) => expect(urlFault(url)).toBe(fault));
  test.each(["8.8.8.8", "2606:4700::1111"])("%s is public", (address) =>
    expect(mayConnect("bot.example", address, [])).toBe(true),
  );
  test.each([
    [["bot.internal"], "10.1.2.3", true],
    [["10.1.0.0/16"], "10.1.2.3", true],
    [["10.1.0.0/16"], "10.2.2.3", false],
    [["10.1.2.3"], "10.1.2.3", true],
    [["fd00::/8"], "fd00::1", true],
    [["other.internal"], "10.1.2.3", false],
  ])("with WEBHOOK_PRIVATE_HOSTS=%s, %s: %s", (privateHosts, address, allowed) =>
    expect(mayConnect("bot.internal", address, privateHosts)).toBe(allowed),
  );
});

/** Listens on every address of this machine, by both protocols. @returns the port, and how many have connected */
async function listenEverywhere() {
  let connected = 0;
  const server = createServer((socket) => {
    connected += 1;
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  }).listen(0, "::");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connected: () => connected };
}

test("[J6] attack: hooks of before the rule, with each closed address or a name that resolves to it, are not sent", async () => {
  const { app, key, ann, place } = await prepare({});
  const { port, connected } = await listenEverywhere();
  // Lets the server write what happens into the outbox: the others come past it.
  await ann.post(place, { ...body("https://bot.example/"), events: ["meeting.closed"] });
  const board = await makeSpaceBoard(ann, key);
  const { db } = app.deps.database;
  for (const [, address] of closedAddresses) {
    resolveTo([address]);
    const hooks = [
      await olderHook(app, key, `https://${inUrl(address)}:${port}/`),
      await olderHook(app, key, `https://bot.example:${port}/`),
    ];
    await addAction(ann, board.id, address);
    const problems = async () =>
      (await db.selectFrom("webhook_deliveries").select("problem").execute()).map(({ problem }) => problem);
    await expect.poll(problems, { message: address }).toEqual(["refused_address", "refused_address"]);
    for (const hook of hooks) expect((await ann.delete(hook)).statusCode).toBe(200);
  }
  expect(connected()).toBe(0);
});

test("[J6] attack: a hook whose host is allowed no longer, or is a name that resolves to a named subnet and has http, is not sent", async () => {
  const { app, key, ann, place } = await prepare({ WEBHOOK_PRIVATE_HOSTS: "127.1.0.0/16" });
  const { port, connected } = await listenEverywhere();
  resolveTo(["127.1.2.3"]);
  for (const url of [
    `http://127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
    `http://bot.example:${port}/`,
  ]) {
    expect((await ann.post(place, body(url))).statusCode).toBe(422);
    const hook = await olderHook(app, key, url);
    expect((await ann.post(`${hook}/test`)).json()).toMatchObject({ data: { problem: "refused_address" } });
  }
  expect(connected()).toBe(0);
});

test("[J6] DNS that answers a public address first and a private one when connecting is refused", async () => {
  const { ann, place } = await prepare({});
  const { port, connected } = await listenEverywhere();
  const names = resolveTo(["93.184.216.34"], ["127.0.0.1"]);
  dns.lookup("bot.example", { all: true }, () => undefined);
  const { id } = await make(ann, place, `https://bot.example:${port}/`);
  const answer = await ann.post(`${place}/${id}/test`);
  expect(answer.json()).toMatchObject({ data: { status: null, problem: "refused_address" } });
  expect(names.asked()).toBe(2);
  expect(connected()).toBe(0);
});

test("[J6] of a name with a public and a private address the private one is never connected to", async () => {
  const { ann, place } = await prepare({});
  const { port, connected } = await listenEverywhere();
  resolveTo(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
  const { id } = await make(ann, place, `https://bot.example:${port}/`);
  expect((await ann.post(`${place}/${id}/test`)).json()).toMatchObject({
    data: { problem: "refused_address" },
  });
  expect(connected()).toBe(0);
});

test("[J6] a redirect to a private address is not followed, and neither is any other", async () => {
  const { ann, place, receiver } = await prepare();
  const secret = await startReceiver();
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answer = { status, headers: { location: secret.url } };
    const { id } = await make(ann, place, receiver.url);
    const answer = await ann.post(`${place}/${id}/test`);
    expect(answer.json()).toMatchObject({ data: { status, problem: "answer" } });
  }
  expect(secret.received).toEqual([]);
});

test("[J6] an endless answer is read no further than its beginning", async () => {
  const { ann, place } = await prepare();
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const flood = () => {
      while (!socket.destroyed && socket.write("x".repeat(65_536)));
    };
    socket.on("drain", flood);
    flood();
  });
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { id } = await make(ann, place, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const answer = (await ann.post(`${place}/${id}/test`)).json<{ data: { status: number; answer: string } }>();
  expect(answer.data).toMatchObject({ status: 200, answer: "x".repeat(300) });
});

test("[J6] an address of the server's own network, and http, are refused when the hook is made", async () => {
  const { ann, place } = await prepare({});
  for (const url of [
    "https://127.0.0.1/",
    "https://[::1]/",
    "http://bot.example/",
    "https://a:b@bot.example/",
  ]) {
    const answer = await ann.post(place, body(url));
    expect([url, answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([
      url,
      422,
      ["url"],
    ]);
  }
});

test("[J6] attack: where people sign in, no guest's hook reaches a private host, one of before the rule neither; a member's does", async () => {
  const signIn = {
    OIDC_ISSUER: "https://id.example",
    OIDC_CLIENT_ID: "retro",
    OIDC_CLIENT_SECRET: "secret",
    PUBLIC_URL: "https://retro.example",
  };
  const { app, ann, key, place, receiver } = await prepare({ ...open, ...signIn });
  const refused = await ann.post(place, body(receiver.url));
  expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
    422,
    ["url"],
  ]);
  const secure = receiver.url.replace("http", "https");
  const older = [await olderHook(app, key, receiver.url), await olderHook(app, key, secure)];
  resolveTo(["127.0.0.1"]);
  const named = await make(ann, place, `https://bot.example:${receiver.port}/`);
  for (const hook of [...older, `${place}/${named.id}`])
    expect((await ann.post(`${hook}/test`)).json()).toMatchObject({ data: { problem: "refused_address" } });
  expect(receiver.received).toEqual([]);

  const member = await app.visitor();
  const { db } = app.deps.database;
  await db.updateTable("users").set({ role: "member" }).where("id", "=", member.user.id).execute();
  await make(member, place, receiver.url);
  await makeSpaceBoard(ann, key, { title: "Heard of" });
  expect((await receiver.got(1))[0]?.text).toContain("Heard of");
});

test("[J3, D3] text, owner and date of an action from a hidden sticker, and everything on a board with a passphrase, stays inside", async () => {
  const { ann, key, place, receiver } = await prepare();
  await make(ann, place, receiver.url);
  const hidden = await makeSpaceBoard(ann, key, { title: "Hidden" });
  const column = (await ann.get(`/api/v1/boards/${hidden.id}/items`)).json<{
    data: { children: { id: string }[] }[];
  }>().data[0]?.children[0]?.id;
  const sticker = (
    await ann.post(`/api/v1/boards/${hidden.id}/items`, { title: "TOP SECRET", parent_id: column })
  ).json<{ data: { id: string } }>().data.id;
  await ann.post(`/api/v1/boards/${hidden.id}/facilitators`);
  const options = { option: "hideContent", value: true };
  expect((await ann.put(`/api/v1/boards/${hidden.id}/facilitators`, options)).statusCode).toBe(200);
  const today = new Date().toISOString().slice(0, 10);
  const details = { owner_name: "TOP SECRET", due_on: today };
  await addAction(ann, hidden.id, "TOP SECRET", { source_item_id: sticker, ...details });
  const closed = await makeSpaceBoard(ann, key, { title: "Open still" });
  await ann.put(`/api/v1/boards/${closed.id}/passphrase`, { passphrase: "TOP SECRET" });
  await ann.put(`/api/v1/boards/${closed.id}`, { title: "TOP SECRET" });
  await addAction(ann, closed.id, "TOP SECRET", { owner_name: "TOP SECRET" });
  await receiver.got(4);
  for (const { text } of receiver.received) expect(text).not.toContain("TOP SECRET");
  const payloads = receiver.received.map(({ text }) => JSON.parse(text) as { type: string; data: object });
  expect(payloads.map(({ type }) => type)).not.toContain("action.due");
  expect(payloads.filter(({ type }) => type === "action.created").map(({ data }) => data)).toEqual([
    {
      board: { id: hidden.id, title: "Hidden" },
      action: expect.objectContaining({ text: null, owner: null, due_on: null }) as object,
    },
    {
      board: { id: closed.id, title: null },
      action: expect.objectContaining({ text: null, owner: null }) as object,
    },
  ]);
});

test("[J4] no answer, log line or audit line holds the secret of a hook or the path of its address again", async () => {
  let log = "";
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  const app = await buildTestApp({ env: { ...open, LOG_LEVEL: "trace" }, logTo });
  await app.listen();
  const receiver = await startReceiver();
  const ann = await app.visitor();
  const key = await makeSpace(ann);
  const place = `/api/v1/spaces/${key}/webhooks`;
  const { id, secret } = await make(
    ann,
    place,
    `${receiver.url}/services/TOPSECRETPATH?token=TOPSECRETTOKEN-abcd`,
  );
  receiver.answer = { status: 410 };
  await makeSpaceBoard(ann, key);
  await expect
    .poll(async () => (await ann.get(place)).json<{ data: Webhook[] }>().data[0]?.state)
    .toBe("failed");
  const answers = [
    await ann.get(place),
    await ann.put(`${place}/${id}`, { on: true }),
    await ann.post(`${place}/${id}/test`),
    await ann.get(`/api/v1/users/${ann.user.id}/data`),
    await ann.get(`/api/v1/spaces/${key}`),
  ];
  for (const text of [...answers.map((answer) => answer.body), log]) {
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/TOPSECRET(?:PATH|TOKEN)/);
  }
});

test("[J5] the hook of another space, or of the server, cannot be read, tested, switched or deleted by its id", async () => {
  const { app, ann, place, receiver } = await prepare();
  const { id } = await make(ann, place, receiver.url);
  const bo = await app.visitor();
  const other = `/api/v1/spaces/${await makeSpace(bo)}/webhooks`;
  const root = await signInAdmin(app);
  const ofServer = await make(root, "/api/v1/admin/webhooks", receiver.url);
  for (const [by, where, hook] of [
    [bo, other, id],
    [bo, other, ofServer.id],
    [root, "/api/v1/admin/webhooks", id],
    [ann, place, ofServer.id],
  ] as const) {
    expect((await by.put(`${where}/${hook}`, { on: false })).statusCode).toBe(404);
    expect((await by.post(`${where}/${hook}/test`)).statusCode).toBe(404);
    expect((await by.delete(`${where}/${hook}`)).statusCode).toBe(404);
    expect((await by.get(where)).body).not.toContain(hook);
  }
  expect((await ann.get(place)).json()).toMatchObject({ data: [{ id, state: "on" }] });
});

test("[J5] a guest without the key, and a visitor at the server's hooks, find nothing there", async () => {
  const { app, ann, place, receiver } = await prepare();
  const { id } = await make(ann, place, receiver.url);
  const guest = await app.visitor();
  for (const where of [
    place.replace(/spaces\/[^/]+/, `spaces/${"A".repeat(22)}`),
    "/api/v1/admin/webhooks",
  ]) {
    expect((await guest.get(where)).statusCode).toBe(404);
    expect((await guest.post(where, body(receiver.url))).statusCode).toBe(404);
    expect((await guest.delete(`${where}/${id}`)).statusCode).toBe(404);
  }
});

test("[J5] a member removed by a new link gets nothing more, neither by the calls nor through a hook that they made", async () => {
  const { ann, key, place, receiver } = await prepare();
  await make(ann, place, receiver.url);
  const next = (await ann.put(`/api/v1/spaces/${key}/link`, {})).json<{ data: { key: string } }>().data.key;
  expect((await ann.get(place)).statusCode).toBe(404);
  await makeSpaceBoard(ann, next, { title: "Secret" });
  const now = `/api/v1/spaces/${next}/webhooks`;
  const [hook] = (await ann.get(now)).json<{ data: Webhook[] }>().data;
  expect(hook?.state).toBe("link_replaced");
  // The first message after it is switched on shows that none was sent before.
  await ann.put(`${now}/${hook?.id}`, { on: true });
  await makeSpaceBoard(ann, next, { title: "Known again" });
  await receiver.got(1);
  expect(receiver.received[0]?.text).toContain("Known again");
});

test("[J5] an eleventh hook is refused, and so is a flood of tests", async () => {
  const { ann, place, receiver } = await prepare();
  const made: MadeWebhook[] = [];
  for (let i = 0; i < 10; i += 1) made.push(await make(ann, place, receiver.url));
  expect((await ann.post(place, body(receiver.url))).statusCode).toBe(422);
  const statuses: number[] = [];
  for (let i = 0; i < 18; i += 1) statuses.push((await ann.post(`${place}/${made[0]?.id}/test`)).statusCode);
  expect(statuses.at(-1)).toBe(429);
  expect(receiver.received.length).toBeLessThan(18);
});

test("with WEBHOOKS=off there is no call, and the page is told, so that it links to none", async () => {
  const { ann, place } = await prepare({ WEBHOOKS: "off" });
  expect((await ann.get(place)).statusCode).toBe(404);
  const told = async (by: Visitor) =>
    (await by.get("/api/v1/config")).json<{ data: { webhooks?: false } }>().data.webhooks;
  expect(await told(ann)).toBe(false);
  expect(await told((await prepare()).ann)).toBeUndefined();
});
