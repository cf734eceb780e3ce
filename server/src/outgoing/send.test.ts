import dns from "node:dns";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { hasOpenssl, makeCertificate, trust } from "../testing/certificate.ts";
import { startForwardProxy } from "../testing/forward-proxy.ts";
import { startReceiver } from "../testing/hook-receiver.ts";
import { noProxies, type Proxies } from "./proxy.ts";
import { send } from "./send.ts";

afterEach(() => vi.restoreAllMocks());

/** A port of this machine where nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const through = (proxy: string): Proxies => ({ https: proxy, except: [] });

const post = (url: string, proxies: Proxies, privateHosts: readonly string[] | null = []) =>
  send(new URL(url), { method: "POST", headers: {}, body: "{}", proxies, privateHosts });

const reasonOf = (sent: Promise<unknown>) =>
  sent.then(
    () => "sent",
    (error: unknown) => (error as Error).message,
  );

test.skipIf(!hasOpenssl)(
  "a request with https goes through a tunnel of the proxy, which resolves its name",
  async () => {
    const certificate = makeCertificate("hooks.example");
    trust(certificate);
    const [proxy, receiver] = [await startForwardProxy(), await startReceiver(certificate)];
    const lookup = vi.spyOn(dns, "lookup");
    proxy.wants = `Basic ${Buffer.from("name:p@ss").toString("base64")}`;
    const address = `https://hooks.example:${receiver.port}/path?query`;
    const answer = await post(address, through(`http://name:p%40ss@127.0.0.1:${proxy.port}`));
    expect([answer.statusCode, await text(answer)]).toEqual([200, "ok"]);
    expect(receiver.received).toMatchObject([{ text: "{}", path: "/path?query" }]);
    expect(proxy.asked).toEqual([`hooks.example:${receiver.port}`]);
    expect(lookup.mock.calls.map(([name]) => name)).not.toContain("hooks.example");
    await expect.poll(proxy.open).toBe(0);
  },
);

test("a request with http goes out directly", async () => {
  const [proxy, receiver] = [await startForwardProxy(), await startReceiver()];
  vi.spyOn(dns, "lookup").mockImplementation(((_: string, __: object, done: (...found: unknown[]) => void) =>
    done(null, [{ address: "127.0.0.1", family: 4 }])) as never);
  const address = `http://hooks.internal:${receiver.port}/path`;
  expect((await post(address, through(proxy.url), ["hooks.internal"])).statusCode).toBe(200);
  expect(receiver.received).toMatchObject([{ text: "{}", path: "/path" }]);
  expect(proxy.asked).toEqual([]);
});

test("NODE_USE_ENV_PROXY and the proxy of Node's own agents do not count", async () => {
  const [proxy, receiver] = [await startForwardProxy(), await startReceiver()];
  vi.stubEnv("HTTP_PROXY", proxy.url);
  vi.stubEnv("NODE_USE_ENV_PROXY", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await post(receiver.url, noProxies, ["127.0.0.1"])).statusCode).toBe(200);
  expect(proxy.asked).toEqual([]);
});

test("attack: behind a proxy, literal addresses and private names are refused, and the proxy is not asked", async () => {
  const proxy = await startForwardProxy();
  for (const host of ["10.0.0.1", "169.254.169.254", "[fd00::1]", "2130706433", "127.0.0.1"])
    expect(await reasonOf(post(`https://${host}/`, through(proxy.url)))).toBe("the address is not public");
  for (const host of ["intranet", "printer.local", "db.internal", "nas.home.arpa", "a.lan", "a.corp"])
    expect([host, await reasonOf(post(`https://${host}/`, through(proxy.url)))]).toEqual([
      host,
      "the address is not public",
    ]);
  expect(proxy.asked).toEqual([]);
  await reasonOf(post("https://db.internal:9/", through(proxy.url), ["db.internal"]));
  expect(proxy.asked).toEqual(["db.internal:9"]);
});

test("attack: of a name that changes between look-up and connection, the address that was looked up is connected to", async () => {
  const receiver = await startReceiver();
  // Only the first may be connected to, and nobody listens there.
  const answers = ["127.0.0.2", "127.0.0.1"];
  const asked = vi
    .spyOn(dns, "lookup")
    .mockImplementation(((_: string, __: object, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: answers.shift(), family: 4 }])) as never);
  const sent = post(`http://bot.example:${receiver.port}/`, noProxies, ["127.0.0.2"]);
  expect(await reasonOf(sent)).toMatch(/^connect E\w+ 127\.0\.0\.2/);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(receiver.received).toEqual([]);
});

test("the error says what failed, where, and whether it was the proxy", async () => {
  const port = await closedPort();
  const [proxy, receiver] = [await startForwardProxy(), await startReceiver()];
  const dead = through(`http://127.0.0.1:${port}`);
  const reasons = {
    direct: await reasonOf(post(`http://127.0.0.1:${port}/`, noProxies, null)),
    deadProxy: await reasonOf(post("https://hooks.example/", dead)),
    noName: await reasonOf(post("https://hooks.example/", through("http://proxy.invalid:3128"))),
    refused: await reasonOf(post(`https://hooks.example:${port}/`, through(proxy.url))),
    noTls: await reasonOf(post(`https://hooks.example:${receiver.port}/`, through(proxy.url))),
  };
  expect(reasons.direct).toBe(`connect ECONNREFUSED 127.0.0.1:${port}`);
  expect(reasons.deadProxy).toBe(`connect ECONNREFUSED 127.0.0.1:${port} (proxy)`);
  expect(reasons.noName).toMatch(/^getaddrinfo E\w+ proxy\.invalid \(proxy\)$/);
  expect(reasons.refused).toMatch(/\(through the proxy\)$/);
  expect(reasons.noTls).toMatch(/\(through the proxy\)$/);
});

test("a proxy that wants a sign-in is named, with what to do and without the password that it refuses", async () => {
  const proxy = await startForwardProxy();
  proxy.wants = "Basic other";
  const wrong = through(`http://name:topsecret@127.0.0.1:${proxy.port}`);
  const advice = "the proxy wants a sign-in: put name and password in";
  expect(await reasonOf(post("https://hooks.example/", wrong))).toMatch(`${advice} HTTPS_PROXY`);
  expect(await reasonOf(post("https://hooks.example/", wrong))).not.toContain("topsecret");
});

test("attack: a proxy that never answers holds nobody up for longer than any request may take", async () => {
  const proxy = await startForwardProxy();
  proxy.answers = false;
  const over = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(over.signal);
  const sent = post("https://hooks.example/", through(proxy.url));
  await expect.poll(() => proxy.asked).toEqual(["hooks.example:443"]);
  over.abort();
  expect(await reasonOf(sent)).toBe("no answer within 10 s (through the proxy)");
});
