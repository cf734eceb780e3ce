import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { PushService } from "./push-service.ts";
import { noProxies, type Proxies } from "../outgoing/proxy.ts";
import { hasOpenssl, makeCertificate, type TestCertificate, trust } from "../testing/certificate.ts";
import { startForwardProxy } from "../testing/forward-proxy.ts";
import { createHostedPushService } from "./hosted-push-service.ts";
import { isSocketId } from "./channel-names.ts";
import { KEY, SECRET, createMemoryLog } from "./testing.ts";

interface Call {
  method: string;
  path: string;
  body: string;
  /** Why the test server refuses the call; null if its signature is as documented. */
  fault: string | null;
}

interface Event {
  channel: string;
  name: string;
  data: string;
  socket_id?: string;
}

/** Checks the signature as documented, without the library under test. */
function faultOf(method: string, url: URL, body: string): string | null {
  const params = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const signature = params.get("auth_signature");
  params.delete("auth_signature");
  if (params.get("auth_key") !== KEY) return "auth_key";
  if (params.get("auth_version") !== "1.0") return "auth_version";
  if (Math.abs(Number(params.get("auth_timestamp")) - Date.now() / 1000) > 600) return "auth_timestamp";
  if (body !== "" && params.get("body_md5") !== createHash("md5").update(body).digest("hex"))
    return "body_md5";
  const sorted = [...params]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  const text = [method, url.pathname, sorted.join("&")].join("\n");
  return signature === createHmac("sha256", SECRET).update(text).digest("hex") ? null : "auth_signature";
}

/** A test server that acts as the provider's HTTP API. */
async function standIn(
  secret = SECRET,
  answer: (call: Call) => [number, unknown] = () => [200, {}],
  {
    host = "127.0.0.1",
    proxies = noProxies,
    certificate,
  }: { host?: string; proxies?: Proxies; certificate?: TestCertificate } = {},
) {
  const calls: Call[] = [];
  const receive: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "", "http://stand-in");
      const [method, body] = [request.method ?? "", Buffer.concat(chunks).toString()];
      const call = { method, path: url.pathname, body, fault: faultOf(method, url, body) };
      calls.push(call);
      const [status, said] = call.fault === null ? answer(call) : [401, call.fault];
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
    });
  };
  const server =
    certificate === undefined
      ? createServer(receive)
      : createTlsServer(
          { key: readFileSync(certificate.key), cert: readFileSync(certificate.file) },
          receive,
        );
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const log = createMemoryLog();
  const { port } = server.address() as AddressInfo;
  const push = createHostedPushService({
    appId: "42",
    key: KEY,
    secret,
    log,
    proxies,
    api: { host, port, useTLS: certificate !== undefined },
  });
  return { ...push, calls, log, port };
}

/** Waits until all queued events are sent. */
async function sent({ transport }: Pick<PushService, "transport">): Promise<void> {
  await transport.close();
}

function eventsIn(calls: Call[]): Event[] {
  return calls.flatMap(({ body }) => (JSON.parse(body) as { batch: Event[] }).batch);
}

test("events go out signed as documented, batched by ten, in order by channel", async () => {
  const { transport, calls } = await standIn();
  for (let i = 0; i < 25; i += 1)
    transport.broadcast("private-boards.a", "tick", { version: i, text: "ё🎉" });
  await sent({ transport });
  expect(calls.map(({ fault }) => fault)).toEqual([null, null, null]);
  expect(new Set(calls.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set(["POST /apps/42/batch_events"]),
  );
  const events = eventsIn(calls);
  expect(events.map(({ data }) => JSON.parse(data))).toEqual(
    Array.from({ length: 25 }, (_, version) => ({ version, text: "ё🎉" })),
  );
});

test.skipIf(!hasOpenssl)("events go through the proxy of the server", async () => {
  const proxy = await startForwardProxy();
  const host = "push.example";
  const certificate = makeCertificate(host);
  trust(certificate);
  const { transport, calls, port } = await standIn(SECRET, undefined, {
    host,
    proxies: { ...noProxies, https: proxy.url },
    certificate,
  });
  transport.broadcast("private-boards.a", "tick", { version: 1 });
  await sent({ transport });
  expect(calls.map(({ fault }) => fault)).toEqual([null]);
  expect(proxy.asked).toEqual([`${host}:${port}`]);
});

test("the sender's connection is left out", async () => {
  const { transport, calls } = await standIn();
  transport.broadcast("private-boards.a", "tick", { version: 1 }, { socketId: "12.34", sessionId: "s1" });
  await sent({ transport });
  expect(eventsIn(calls)).toEqual([
    { channel: "private-boards.a", name: "tick", data: '{"version":1}', socket_id: "12.34" },
  ]);
});

test("an event over 8 kB is sent as a version to fetch; without a version it is dropped and logged", async () => {
  const { transport, calls, log } = await standIn();
  transport.broadcast("private-boards.a", "big", { version: 7, changes: ["я".repeat(5000)] });
  transport.broadcast("private-boards.a", "unversioned", { text: "x".repeat(9000) });
  await sent({ transport });
  expect(eventsIn(calls).map(({ data }) => data)).toEqual(['{"version":7,"fetch":true}']);
  expect(log.lines.map(({ level }) => level)).toEqual(["warn"]);
});

test("members are asked for, and an unknown answer is not taken for nobody", async () => {
  const good = await standIn(SECRET, () => [200, { users: [{ id: "ann" }, { id: 7 }] }]);
  expect(await good.presence.members("presence-boards.a")).toEqual(["ann", "7"]);
  expect(good.calls).toMatchObject([
    { method: "GET", path: "/apps/42/channels/presence-boards.a/users", fault: null },
  ]);
  const bad = await standIn(SECRET, () => [500, {}]);
  await expect(bad.presence.members("presence-boards.a")).rejects.toThrow("500");
});

test("ten people who ask at the same moment are one question to the provider, and a failed one is asked again", async () => {
  let status = 500;
  const { presence, calls } = await standIn(SECRET, () => [status, { users: [{ id: "ann" }] }]);
  const ask = () => Array.from({ length: 10 }, () => presence.members("presence-boards.a"));
  expect((await Promise.allSettled(ask())).every((answer) => answer.status === "rejected")).toBe(true);
  status = 200;
  expect((await Promise.all(ask())).every(([name]) => name === "ann")).toBe(true);
  expect(calls).toHaveLength(2);
});

test("a revoked session ends its user's connections, and its socket ids count no more", async () => {
  const answered = Promise.withResolvers<void>();
  const { sockets, calls } = await standIn(SECRET, () => {
    answered.resolve();
    return [200, {}];
  });
  expect(sockets.bindSocket("s1", "1.2", "ann")).toBe(true);
  expect(sockets.bindSocket("s2", "1.2", "eve")).toBe(false);
  expect(sockets.ownsSocket("s1", "1.2")).toBe(true);
  sockets.disconnectSession("s1");
  await answered.promise;
  expect(calls).toMatchObject([
    { method: "POST", path: "/apps/42/users/ann/terminate_connections", fault: null },
  ]);
  expect(sockets.ownsSocket("s1", "1.2")).toBe(false);
});

test("[M4, M5] the subscriptions of users whom another server has let in, or this one before its start, end too", async () => {
  const answered = Promise.withResolvers<void>();
  const ended = new Set<string>();
  const { sockets, calls } = await standIn(SECRET, ({ method, path }) => {
    if (method === "GET") return [200, { users: [{ id: "ann" }, { id: "bob" }, { id: "eve" }] }];
    ended.add(path);
    if (ended.size === 3) answered.resolve();
    return [200, {}];
  });
  for (const [i, [user, channel]] of [
    ["ann", "presence-boards.a"],
    ["bob", "presence-boards.a"],
    ["cy", "private-boards.a"],
    ["dan", "presence-boards.b"],
  ].entries() as ArrayIterator<[number, [string, string]]>) {
    sockets.bindSocket(`s${i}`, `1.${i}`, user);
    sockets.authorise(`1.${i}`, channel);
  }
  sockets.endSubscriptions(["presence-boards.a", "private-boards.a"], "ann");
  await answered.promise;
  const path = (user: string) => `/apps/42/users/${user}/terminate_connections`;
  expect(calls.map(({ path: called }) => called).toSorted()).toEqual(
    ["/apps/42/channels/presence-boards.a/users", path("bob"), path("cy"), path("eve")].toSorted(),
  );
});

test("that the provider does not say who is on a board is logged", async () => {
  const { sockets, log } = await standIn(SECRET, () => [500, {}]);
  sockets.endSubscriptions(["presence-boards.a"], null);
  await expect.poll(() => log.lines.map(({ level }) => level)).toEqual(["error"]);
});

test("clients are told the EU cluster, encrypted, port 443", () => {
  const { transport } = createHostedPushService({
    appId: "42",
    key: KEY,
    secret: SECRET,
    log: createMemoryLog(),
  });
  expect(transport.clientSettings()).toEqual({
    key: KEY,
    cluster: "eu",
    host: "ws-eu.pusher.com",
    port: 443,
    encrypted: true,
  });
});

test("clients of another provider of the same protocol are told its address", () => {
  const api = { host: "push.example.com", port: null, useTLS: true };
  const { transport } = createHostedPushService({
    appId: "42",
    key: KEY,
    secret: SECRET,
    log: createMemoryLog(),
    api,
  });
  expect(transport.clientSettings()).toMatchObject({
    host: "push.example.com",
    port: 443,
    encrypted: true,
  });
});

test("channels and users are signed as documented", () => {
  const { sockets } = createHostedPushService({
    appId: "42",
    key: KEY,
    secret: SECRET,
    log: createMemoryLog(),
  });
  expect(isSocketId("1234.1234")).toBe(true);
  const hmac = (text: string) => `${KEY}:${createHmac("sha256", SECRET).update(text).digest("hex")}`;
  const shown = { user_id: "10", user_info: { name: "Mr. Channels" } };
  expect(sockets.authorise("1234.1234", "private-foobar")).toEqual({
    auth: hmac("1234.1234:private-foobar"),
  });
  expect(sockets.authorise("1234.1234", "presence-foobar", shown)).toEqual({
    auth: hmac(`1234.1234:presence-foobar:${JSON.stringify(shown)}`),
    channel_data: JSON.stringify(shown),
  });
  expect(sockets.authoriseUser("1234.1234", { id: "10" })).toEqual({
    auth: hmac('1234.1234::user::{"id":"10"}'),
    user_data: '{"id":"10"}',
  });
});
