import { channels, eventNames, sessionEvents } from "@retro/contract/events";
import type { ChannelListener, JoinedChannel, RealtimeLink } from "../realtime/link.ts";
import type { Env } from "./env.ts";
import type { People } from "./people.ts";
import type { Connection } from "./types.ts";

interface Options {
  boardId: string;
  me: string;
  env: Env;
  /** Rejects when connecting is hopeless for now: it is tried again. */
  connect: () => Promise<RealtimeLink>;
  people: People;
  /** A message of the board; see `readMessage` for `source`. */
  news: (source: string, data: unknown) => void;
  /** A channel is subscribed: earlier whispers are lost. */
  stands: () => void;
  /** The board's channel is subscribed. */
  here: () => void;
  changed: () => void;
  /** The session was ended from elsewhere. */
  ended: () => void;
}

const reconnectMs = 10_000;
/** The least time between two reconnections that are asked for: a server that fails now and then must not cause one each time. */
const reconnectPauseMs = 5000;

/** The board's three channels on one realtime link, and how it goes with them, from `start` to `close`. */
export function createConnection(options: Options) {
  const { boardId, me, env, people, news } = options;
  let link: RealtimeLink | null = null;
  let presence: JoinedChannel | null = null;
  let joined: JoinedChannel[] = [];
  let state: Connection = "connecting";
  let subscribed = false;
  let closed = false;
  let lastReconnect = Number.NEGATIVE_INFINITY;

  const listen = (handlers: Partial<ChannelListener>): ChannelListener => ({
    event: () => undefined,
    subscribed: options.stands,
    joined: () => undefined,
    left: () => undefined,
    ...handlers,
  });

  function join(to: RealtimeLink): void {
    presence = to.join(
      channels.presence(boardId),
      [eventNames.items, eventNames.board, eventNames.whisperEdit, eventNames.whisperUser],
      listen({
        event(name, data, from) {
          if (name.startsWith("client-")) people.whispered(name, data, from);
          else news(name, data);
        },
        subscribed(members) {
          subscribed = true;
          people.here(members);
          options.here();
          reckon();
          options.stands();
        },
        joined: people.joined,
        left: (id) => people.left(id),
      }),
    );
    const seat = to.join(
      channels.session(boardId),
      sessionEvents,
      listen({ event: (_, data) => news("session", data) }),
    );
    const own = to.join(
      channels.user(me),
      [eventNames.mine, eventNames.sessionEnded],
      listen({
        event(name, data) {
          if (name === eventNames.sessionEnded) options.ended();
          else news("mine", data);
        },
      }),
    );
    joined = [presence, seat, own];
  }

  function reckon(): void {
    const now = link?.state() ?? "connecting";
    if (now !== "live") subscribed = false;
    const next: Connection = now === "live" && !subscribed ? "connecting" : now;
    if (next === state) return;
    state = next;
    options.changed();
  }

  async function connect(): Promise<void> {
    try {
      const made = await options.connect();
      if (closed) {
        made.close();
        return;
      }
      link = made;
      made.onState(reckon);
      made.onEnded(options.ended);
      join(made);
      reckon();
    } catch {
      // Without realtime the board compares versions instead. Report offline, and try again.
      state = "offline";
      options.changed();
      env.after(reconnectMs * (0.75 + env.random() / 2), () => {
        if (!closed) void connect();
      });
    }
  }

  return {
    start: () => void connect(),
    state: () => state,
    /** Makes a new connection now; the library waits up to a minute before its next try. */
    reconnect(): void {
      if (link === null || Math.abs(env.now() - lastReconnect) < reconnectPauseMs) return;
      lastReconnect = env.now();
      link.reconnect();
    },
    /** Says something to the others on the board; lost while the connection is away. */
    whisper: (event: string, data: unknown) => presence?.whisper(event, data),
    close(): void {
      closed = true;
      for (const channel of joined) channel.leave();
      link?.close();
    },
  };
}
