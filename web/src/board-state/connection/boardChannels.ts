import type { RealtimeConnection } from "../../realtime/connection.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import type { People } from "../people/boardPeople.ts";
import { type Connecting, connectWithRetry } from "./connectWithRetry.ts";
import { joinBoardChannels } from "./joinBoardChannels.ts";
import type { SubscriptionState } from "../types.ts";

interface Options extends Connecting {
  boardId: string;
  me: string;
  env: BoardEnvironment;
  people: People;
  /** Receives each message about the board; see `readMessage` for `source`. */
  onMessage: (source: string, data: unknown) => void;
  /** A channel is subscribed: earlier events and whispers are lost. */
  onSubscribed: () => void;
  onBoardSubscribed: () => void;
  /** The server refused a channel for good: the board or the session may have ended. */
  onRefused: () => void;
  onStateChange: () => void;
  onSessionEnded: () => void;
}

/** The least time between two requested reconnections: a server may fail again and again. */
const reconnectPauseMs = 5000;

/** The board's three channels (spec 10.6 to 10.8) on one realtime connection, from `start` to `close`. */
export function createBoardChannels(options: Options) {
  const { env } = options;
  let connection: RealtimeConnection | null = null;
  let joined: ReturnType<typeof joinBoardChannels> | null = null;
  let state: SubscriptionState = "connecting";
  const subscribed = new Set<string>();
  let stopConnecting = (): void => undefined;
  let lastReconnect = Number.NEGATIVE_INFINITY;

  function opened(by: RealtimeConnection): void {
    connection = by;
    by.onStateChange(updateState);
    by.onSessionEnded(options.onSessionEnded);
    const ids = { boardId: options.boardId, userId: options.me };
    joined = joinBoardChannels(by, ids, {
      ...options,
      onPresenceSubscribed(channel, members) {
        options.people.setMembers(members);
        options.onBoardSubscribed();
        channelSubscribed(channel);
      },
      onSubscribed: channelSubscribed,
    });
    updateState();
  }

  function channelSubscribed(channel: string): void {
    subscribed.add(channel);
    updateState();
    options.onSubscribed();
  }

  /** Without realtime the board compares versions. */
  function failed(): void {
    state = "offline";
    options.onStateChange();
  }

  function updateState(): void {
    const now = connection?.state() ?? "connecting";
    if (now !== "live") subscribed.clear();
    // While one channel is missing, its events are lost.
    const complete = joined?.names.every((name) => subscribed.has(name)) === true;
    const next: SubscriptionState = now === "live" && !complete ? "connecting" : now;
    if (next === state) return;
    state = next;
    options.onStateChange();
  }

  return {
    start(): void {
      stopConnecting = connectWithRetry(options, opened, failed);
    },
    state: () => state,
    /** Makes a new connection now: the library would wait up to a minute before its next try. */
    reconnect(): void {
      if (connection === null || Math.abs(env.now() - lastReconnect) < reconnectPauseMs) return;
      lastReconnect = env.now();
      connection.reconnect();
    },
    /** Whispers to the other users on the board; the whisper is lost while there is no connection. */
    whisper: (event: string, data: unknown) => joined?.presence.whisper(event, data),
    /** The same over the channel whose frames do not name their sender. */
    whisperAnonymously: (event: string, data: unknown) => joined?.facilitation.whisper(event, data),
    close(): void {
      stopConnecting();
      connection?.close();
    },
  };
}
