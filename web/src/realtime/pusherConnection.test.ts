// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "../i18n/i18n.ts";
import { networkError, type PageNetwork, type Reply, startPageNetwork } from "../testing/pageNetwork.ts";
import type { ChannelListener, RealtimeConnection } from "./connection.ts";
import { PusherForBrowsers, settings, startPushEndpoint } from "./testing/pushEndpoint.ts";

vi.mock("pusher-js", () => ({ default: PusherForBrowsers }));

const route = "POST /broadcasting/auth";
const name = "presence-x";
const signature = JSON.stringify({ auth: "signed", channel_data: '{"user_id":"ann"}' });
const members = (...ids: string[]) => ({
  presence: { ids, hash: Object.fromEntries(ids.map((id) => [id, `info of ${id}`])), count: ids.length },
});
const signed = { text: signature };
const refusal = (status: number): Reply => ({ status, message: "No.", code: "channel_refused" });
let network: PageNetwork;
let endpoint: ReturnType<typeof startPushEndpoint>;
let link: RealtimeConnection;

beforeAll(startI18n);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  network = startPageNetwork({ [route]: signed, "POST /broadcasting/user-auth": signed });
  endpoint = startPushEndpoint();
});
afterEach(() => {
  link.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
/** How often the page has asked for a channel's signature. */
const signatures = () => network.calls().filter((call) => call === route).length;

async function connect(socketId: string | null = "1.1"): Promise<void> {
  const { connectPusher } = await import("./connectPusher.ts");
  link = connectPusher(settings, { signal: new AbortController().signal, fields: { space_key: "k" } });
  await pass();
  if (socketId !== null) endpoint.socket().accept(socketId);
  await pass();
}

/** Connects, and joins the channel as far as the question to the endpoint. */
async function join() {
  await connect();
  const received: unknown[] = [];
  const listener: ChannelListener = {
    onEvent: (...data) => received.push(["event", ...data]),
    onSubscribed: (present) => received.push(["subscribed", present]),
    onJoined: (member) => received.push(["joined", member]),
    onLeft: (id) => received.push(["left", id]),
    onRefused: () => received.push("refused"),
  };
  const channel = link.join(name, ["a", "b"], listener);
  await pass();
  return { channel, received };
}
const accept = (...ids: string[]) =>
  endpoint.socket().tell("pusher_internal:subscription_succeeded", members(...ids), name);
const refuse = (status: number) =>
  endpoint.socket().tell("pusher:subscription_error", { type: "AuthError", error: "No.", status }, name);

describe("the connection", () => {
  it("is live while its socket is accepted, has the socket's id then, and tells each change", async () => {
    await connect(null);
    const states: string[] = [];
    const stop = link.onStateChange((state) => states.push(state));
    expect([link.state(), link.socketId()]).toEqual(["connecting", undefined]);
    endpoint.socket().accept("1.1");
    expect([link.state(), link.socketId()]).toEqual(["live", "1.1"]);
    endpoint.socket().close(4200);
    await pass(60_000);
    expect([link.state(), link.socketId()]).toEqual(["offline", undefined]);
    endpoint.socket().accept("1.2");
    expect(link.socketId()).toBe("1.2");
    stop();
    link.close();
    expect(states).toEqual(["live", "connecting", "offline", "live"]);
    expect(link.state()).toBe("offline");
  });

  it("tells that the session has ended, and no other error", async () => {
    await connect();
    let ended = 0;
    const stop = link.onSessionEnded(() => (ended += 1));
    endpoint.socket().tell("pusher:error", { code: 4301, message: "" });
    endpoint.socket().close(4100);
    await pass();
    expect(ended).toBe(0);
    await pass(1000);
    endpoint.socket().accept("1.2");
    endpoint.socket().close(4009);
    await pass();
    expect(ended).toBe(1);
    stop();
  });

  it("is made again on request; after closing it is made no more, and listeners hear nothing", async () => {
    await connect();
    const received: string[] = [];
    link.reconnect();
    await pass();
    endpoint.socket().accept("1.2");
    expect(link.socketId()).toBe("1.2");
    link.onStateChange((state) => received.push(state));
    const last = endpoint.socket();
    link.close();
    await pass(120_000);
    expect([received, endpoint.socket() === last]).toEqual([[], true]);
  });

  it("that nobody waits for any more is not opened", async () => {
    const before = endpoint.socket();
    const { connectPusher } = await import("./connectPusher.ts");
    expect(() => connectPusher(settings, { signal: AbortSignal.abort() })).toThrow("aborted");
    await pass(1000);
    expect(endpoint.socket()).toBe(before);
    await connect();
  });
});

describe("a channel", () => {
  it("tells its events, with who whispered, and its members as they come and go", async () => {
    const { received } = await join();
    expect(String(network.requests.find(({ path }) => path === "/broadcasting/auth")?.body)).toBe(
      "space_key=k&socket_id=1.1&channel_name=presence-x",
    );
    const tell = (event: string, data: unknown, from?: string) =>
      endpoint.socket().tell(event, data, name, from);
    accept("bob");
    tell("pusher_internal:member_added", { user_id: "cem", user_info: 2 });
    tell("pusher_internal:member_removed", { user_id: "bob" });
    tell("a", { n: 1 });
    tell("b", { n: 2 }, "cem");
    tell("c", { n: 3 });
    expect(received).toEqual([
      ["subscribed", [{ id: "bob", info: "info of bob" }]],
      ["joined", { id: "cem", info: 2 }],
      ["left", "bob"],
      ["event", "a", { n: 1 }, undefined],
      ["event", "b", { n: 2 }, "cem"],
    ]);
  });

  it("carries whispers only while it is subscribed", async () => {
    const { channel } = await join();
    channel.whisper("client-a", {});
    accept();
    channel.whisper("client-b", {});
    await pass();
    const whispered = endpoint.socket().frames.filter(({ event }) => event.startsWith("client-"));
    expect(whispered.map(({ event }) => event)).toEqual(["client-b"]);
  });

  it("sends nothing into a socket that is closed in the same moment", async () => {
    const { channel } = await join();
    accept();
    channel.whisper("client-a", {});
    link.close();
    await pass(1000);
    expect(endpoint.socket().sentTooLate).toBe(0);
  });

  it.each([403, 429, 500, 503])(
    "that the endpoint refuses with %i is asked for again, in longer and longer pauses, until it is there",
    async (status) => {
      const { received } = await join();
      for (const pause of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
        const before = endpoint.socket().asked().length;
        refuse(status);
        await pass(pause - 1);
        expect(endpoint.socket().asked().length).toBe(before);
        await pass(10);
        expect(endpoint.socket().asked().length).toBe(before + 1);
      }
      accept("ann");
      expect(received).toEqual([["subscribed", [{ id: "ann", info: "info of ann" }]]]);
      await pass(120_000);
      expect(endpoint.socket().asked()).toHaveLength(8);
      // It had success: the next refusal is asked again after the shortest pause.
      endpoint.socket().close(4200);
      await pass(30_000);
      endpoint.socket().accept("1.2");
      await pass();
      refuse(status);
      await pass(1010);
      expect(endpoint.socket().asked()).toEqual([name, name]);
    },
  );

  it.each([401, 404])("that the endpoint refuses with %i is not asked for again", async (status) => {
    const { received } = await join();
    refuse(status);
    await pass(600_000);
    expect([received, endpoint.socket().asked()]).toEqual([["refused"], [name]]);
  });

  it.each([401, 403, 404, 422])(
    "whose signature the server refuses with %i is not asked for again on this connection, but on the next",
    async (status) => {
      network.routes[route] = refusal(status);
      const { received } = await join();
      await pass(90_000);
      expect([received, signatures(), endpoint.socket().asked()]).toEqual([["refused"], 1, []]);
      network.routes[route] = signed;
      link.reconnect();
      await pass();
      endpoint.socket().accept("1.2");
      await pass();
      expect([signatures(), endpoint.socket().asked()]).toEqual([2, [name]]);
    },
  );

  it.each<[string, Reply]>([
    ["refuses for now (429)", refusal(429)],
    ["cannot make (503)", refusal(503)],
    ["cannot make (500)", refusal(500)],
    ["cannot be asked for", networkError],
    ["is replaced by a proxy's page (200)", { text: "<h1>Welcome</h1>" }],
    ["is replaced by a proxy's page (404)", { text: "<h1>Not found</h1>", status: 404 }],
    ["is replaced by a proxy's page (401)", { text: "", status: 401 }],
    ["is replaced by other JSON (200)", { text: "{}" }],
  ])("whose signature the server %s is asked for again until it is there", async (_what, reply) => {
    network.routes[route] = reply;
    const { received } = await join();
    await pass(7500);
    expect([signatures(), endpoint.socket().asked()]).toEqual([4, []]);
    network.routes[route] = signed;
    await pass(8500);
    expect(endpoint.socket().asked()).toEqual([name]);
    accept();
    expect(received).toEqual([["subscribed", []]]);
  });

  it("whose signature arrives for a socket that was replaced is signed again for the new one", async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    network.routes[route] = async () => (await answered, signed);
    await join();
    const old = endpoint.socket();
    old.close(4200);
    await pass(1000);
    endpoint.socket().accept("1.2");
    answer();
    await pass();
    expect([old.asked(), endpoint.socket().asked(), signatures()]).toEqual([[], [name], 2]);
  });

  it("is joined again after each reconnection, also if it was refused or waiting before", async () => {
    await join();
    refuse(429);
    for (const [at, end] of [4200, 4201, 4100].entries()) {
      endpoint.socket().close(end);
      await pass(30_000);
      endpoint.socket().accept(`2.${at}`);
      await pass();
      expect(endpoint.socket().asked()).toEqual([name]);
      if (at === 1) accept();
    }
  });

  it("is not asked for any more once the connection is closed", async () => {
    network.routes[route] = refusal(503);
    await join();
    link.close();
    await pass(600_000);
    expect(signatures()).toBe(1);
  });
});
