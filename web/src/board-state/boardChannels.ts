import type { RealtimeConnection } from "../realtime/connection.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import type { People } from "./boardPeople.ts";
import { joinBoardChannels } from "./joinBoardChannels.ts";
import type { SubscriptionState } from "./types.ts";

interface Options {
  boardId: string;
  me: string;
  env: BoardEnvironment;
  /** Called again after a pause when it rejects. */
  connect: () => Promise<RealtimeConnection>;
  people: People;
  /** Receives each message about the board; see `readMessage` for `source`. */
  onMessage: (source: string, data: unknown) => void;
  /** A channel is subscribed: earlier events and whispers are lost. */
  onSubscribed: () => void;
  /** The board's channel is subscribed. */
  onBoardSubscribed: () => void;
  onStateChange: () => void;
  /** The server ended the session. */
  onSessionEnded: () => void;
}

const reconnectMs = 10_000;
/** The least time between two requested reconnections: a server that fails now and then must not cause one each time. */
const reconnectPauseMs = 5000;

/** The board's three channels (spec 10.6 to 10.8) on one realtime connection, from `start` to `close`. */
export function createBoardChannels(options: Options) {
  const { env } = options;
  let connection: RealtimeConnection | null = null;
  let joined: ReturnType<typeof joinBoardChannels> | null = null;
  let state: SubscriptionState = "connecting";
  let subscribed = false;
  let stopConnecting = (): void => undefined;
  let lastReconnect = Number.NEGATIVE_INFINITY;

  function opened(by: RealtimeConnection): void {
    connection = by;
    by.onStateChange(updateState);
    by.onSessionEnded(options.onSessionEnded);
    const ids = { boardId: options.boardId, userId: options.me };
    joined = joinBoardChannels(by, ids, {
      ...options,
      onPresenceSubscribed(members) {
        subscribed = true;
        options.people.setMembers(members);
        options.onBoardSubscribed();
        updateState();
        options.onSubscribed();
      },
    });
    updateState();
  }

  /** Without realtime the board compares versions. */
  function failed(): void {
    state = "offline";
    options.onStateChange();
  }

  function updateState(): void {
    const now = connection?.state() ?? "connecting";
    if (now !== "live") subscribed = false;
    const next: SubscriptionState = now === "live" && !subscribed ? "connecting" : now;
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
      joined?.leave();
      connection?.close();
    },
  };
}

/**
 * Connects, and tries again after a pause each time it fails.
 * @returns stops trying; a connection that opens later is closed at once
 */
function connectWithRetry(
  { env, connect }: Pick<Options, "env" | "connect">,
  opened: (connection: RealtimeConnection) => void,
  failed: () => void,
): () => void {
  let stopped = false;
  async function attempt(): Promise<void> {
    try {
      const connection = await connect();
      if (stopped) connection.close();
      else opened(connection);
    } catch {
      failed();
      env.schedule(reconnectMs * (0.75 + env.random() / 2), () => {
        if (!stopped) void attempt();
      });
    }
  }
  void attempt();
  return () => {
    stopped = true;
  };
}
