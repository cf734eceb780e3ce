import type Pusher from "pusher-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChannelListener } from "./connection.ts";
import { createPusherConnection } from "./pusherConnection.ts";

type Handler = (...data: never[]) => void;

/** Handlers by event, like in the library. */
function emitter() {
  const handlers = new Map<string, Handler[]>();
  return {
    handlers,
    bind: (event: string, handler: Handler) => handlers.set(event, [...(handlers.get(event) ?? []), handler]),
    unbind_all: () => handlers.clear(),
    emit: (event: string, ...data: unknown[]) => {
      for (const handler of handlers.get(event) ?? []) handler(...(data as never[]));
    },
  };
}

/** The parts of the library that the connection uses. */
function library() {
  const connection = { ...emitter(), state: "initialized", socket_id: "1.1" };
  const calls: string[] = [];
  const triggered: string[] = [];
  const members: { id: string; info: unknown }[] = [];
  const channel = {
    ...emitter(),
    subscribed: false,
    members: { each: (hear: (member: unknown) => void) => members.forEach((member) => hear(member)) },
    trigger: (event: string) => triggered.push(event),
  };
  const pusher = {
    connection,
    subscribe: (name: string) => (calls.push(`subscribe ${name}`), channel),
    unsubscribe: (name: string) => calls.push(`unsubscribe ${name}`),
    connect: () => calls.push("connect"),
    disconnect: () => calls.push("disconnect"),
  };
  const become = (current: string) => connection.emit("state_change", { current });
  return {
    connection,
    channel,
    calls,
    triggered,
    members,
    become,
    link: createPusherConnection(pusher as unknown as Pusher),
  };
}

function listening() {
  const received: unknown[] = [];
  const listener: ChannelListener = {
    onEvent: (...data) => received.push(["event", ...data]),
    onSubscribed: (members) => received.push(["subscribed", members]),
    onJoined: (member) => received.push(["joined", member]),
    onLeft: (id) => received.push(["left", id]),
  };
  return { received, listener };
}

describe("the connection", () => {
  it.each([
    ["initialized", "connecting"],
    ["connecting", "connecting"],
    ["connected", "live"],
    ["unavailable", "offline"],
    ["disconnected", "offline"],
    ["failed", "offline"],
  ])("that the library calls %s is %s", (current, state) => {
    const { link, become } = library();
    expect(link.state()).toBe("connecting");
    become(current);
    expect(link.state()).toBe(state);
  });

  it("has a socket's id only while it is live", () => {
    const { link, become } = library();
    expect(link.socketId()).toBeUndefined();
    become("connected");
    expect(link.socketId()).toBe("1.1");
    become("unavailable");
    expect(link.socketId()).toBeUndefined();
  });

  it("reports each change of its state until the listener is removed", () => {
    const { link, become } = library();
    const received: string[] = [];
    const stop = link.onStateChange((state) => received.push(state));
    become("connected");
    become("unavailable");
    stop();
    become("connected");
    expect(received).toEqual(["live", "offline"]);
  });

  it("reports that the session has ended, by the server's code in either form, and no other error", () => {
    const { link, connection } = library();
    let ended = 0;
    const stop = link.onSessionEnded(() => (ended += 1));
    for (const error of [{ error: { data: { code: 4100 } } }, { error: { code: 4201 } }, {}, { error: {} }])
      connection.emit("error", error);
    expect(ended).toBe(0);
    connection.emit("error", { error: { data: { code: 4009 } } });
    connection.emit("error", { error: { code: 4009 } });
    expect(ended).toBe(2);
    stop();
    connection.emit("error", { error: { code: 4009 } });
    expect(ended).toBe(2);
  });

  it("is made again on request; closing it removes all listeners", () => {
    const { link, calls, become, connection } = library();
    const received: string[] = [];
    link.onStateChange((state) => received.push(state));
    link.onSessionEnded(() => received.push("ended"));
    link.reconnect();
    expect(calls).toEqual(["disconnect", "connect"]);
    link.close();
    become("disconnected");
    connection.emit("error", { error: { code: 4009 } });
    expect([calls.slice(2), received]).toEqual([["disconnect"], []]);
  });
});

describe("a channel", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  function joined() {
    const all = library();
    const { received, listener } = listening();
    const channel = all.link.join("presence-x", ["a", "b"], listener);
    return { ...all, received, joinedChannel: channel };
  }

  it("tells its events, with who whispered, and its members as they come and go", () => {
    const { channel, received, members, calls } = joined();
    expect(calls).toEqual(["subscribe presence-x"]);
    members.push({ id: "bob", info: 1 });
    channel.emit("pusher:subscription_succeeded");
    channel.emit("pusher:member_added", { id: "cem", info: 2 });
    channel.emit("pusher:member_removed", { id: "bob", info: 1 });
    channel.emit("a", { n: 1 });
    channel.emit("b", { n: 2 }, { user_id: "cem" });
    channel.emit("c", { n: 3 });
    expect(received).toEqual([
      ["subscribed", [{ id: "bob", info: 1 }]],
      ["joined", { id: "cem", info: 2 }],
      ["left", "bob"],
      ["event", "a", { n: 1 }, undefined],
      ["event", "b", { n: 2 }, "cem"],
    ]);
  });

  it("without members also tells that it is subscribed", () => {
    const { channel, received } = joined();
    Object.assign(channel, { members: undefined });
    channel.emit("pusher:subscription_succeeded");
    expect(received).toEqual([["subscribed", []]]);
  });

  it.each([401, 404])("that is refused with %i is not asked for again", (status) => {
    const { channel, calls } = joined();
    channel.emit("pusher:subscription_error", { status });
    vi.advanceTimersByTime(120_000);
    expect(calls).toEqual(["subscribe presence-x"]);
  });

  it("that failed is asked for again after a pause that doubles up to 30 s, and starts again once it was subscribed", () => {
    const { channel, calls } = joined();
    const pauses = () =>
      [1, 2, 3, 4, 5, 6, 7].map(() => {
        channel.emit("pusher:subscription_error", { status: 429 });
        const before = calls.length;
        let waited = 0;
        while (calls.length === before && waited < 60_000) {
          vi.advanceTimersByTime(500);
          waited += 500;
        }
        return waited;
      });
    const growing = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000];
    expect(pauses()).toEqual(growing);
    channel.emit("pusher:subscription_succeeded");
    expect(pauses()).toEqual(growing);
  });

  it("that failed twice at once is asked for once", () => {
    const { channel, calls } = joined();
    channel.emit("pusher:subscription_error", {});
    channel.emit("pusher:subscription_error", {});
    vi.advanceTimersByTime(60_000);
    expect(calls).toHaveLength(2);
  });

  it("carries whispers only while it is subscribed", () => {
    const { channel, joinedChannel, triggered } = joined();
    joinedChannel.whisper("client-a", {});
    channel.subscribed = true;
    joinedChannel.whisper("client-b", {});
    expect(triggered).toEqual(["client-b"]);
  });

  it("that is left is silent, and is not asked for any more", () => {
    const { channel, joinedChannel, calls, received } = joined();
    channel.emit("pusher:subscription_error", {});
    joinedChannel.leave();
    vi.advanceTimersByTime(60_000);
    channel.emit("a", {});
    expect([calls, received]).toEqual([["subscribe presence-x", "unsubscribe presence-x"], []]);
  });
});
