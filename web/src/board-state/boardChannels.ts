import { channels, eventNames, facilitationEvents } from "@retro/contract/events";
import type { ChannelListener, JoinedChannel, RealtimeConnection } from "../realtime/connection.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import type { People } from "./boardPeople.ts";
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
  const { boardId, me, env, people, onMessage } = options;
  let connection: RealtimeConnection | null = null;
  let presenceChannel: JoinedChannel | null = null;
  let joinedChannels: JoinedChannel[] = [];
  let state: SubscriptionState = "connecting";
  let subscribed = false;
  let closed = false;
  let lastReconnect = Number.NEGATIVE_INFINITY;

  const listenerWith = (handlers: Partial<ChannelListener>): ChannelListener => ({
    onEvent: () => undefined,
    onSubscribed: options.onSubscribed,
    onJoined: () => undefined,
    onLeft: () => undefined,
    ...handlers,
  });

  function join(to: RealtimeConnection): void {
    presenceChannel = to.join(
      channels.presence(boardId),
      [eventNames.items, eventNames.board, eventNames.whisperEdit, eventNames.whisperUser],
      listenerWith({
        onEvent(name, data, from) {
          if (name.startsWith("client-")) people.whispered(name, data, from);
          else onMessage(name, data);
        },
        onSubscribed(members) {
          subscribed = true;
          people.setMembers(members);
          options.onBoardSubscribed();
          updateState();
          options.onSubscribed();
        },
        onJoined: people.joined,
        onLeft: (id) => people.left(id),
      }),
    );
    const facilitationChannel = to.join(
      channels.facilitation(boardId),
      facilitationEvents,
      listenerWith({ onEvent: (_, data) => onMessage("session", data) }),
    );
    const userChannel = to.join(
      channels.user(me),
      [eventNames.userItems, eventNames.sessionEnded],
      listenerWith({
        onEvent(name, data) {
          if (name === eventNames.sessionEnded) options.onSessionEnded();
          else onMessage("mine", data);
        },
      }),
    );
    joinedChannels = [presenceChannel, facilitationChannel, userChannel];
  }

  function updateState(): void {
    const now = connection?.state() ?? "connecting";
    if (now !== "live") subscribed = false;
    const next: SubscriptionState = now === "live" && !subscribed ? "connecting" : now;
    if (next === state) return;
    state = next;
    options.onStateChange();
  }

  async function connect(): Promise<void> {
    try {
      const opened = await options.connect();
      if (closed) {
        opened.close();
        return;
      }
      connection = opened;
      opened.onStateChange(updateState);
      opened.onSessionEnded(options.onSessionEnded);
      join(opened);
      updateState();
    } catch {
      // Without realtime the board compares versions. Report offline and try again.
      state = "offline";
      options.onStateChange();
      env.schedule(reconnectMs * (0.75 + env.random() / 2), () => {
        if (!closed) void connect();
      });
    }
  }

  return {
    start: () => void connect(),
    state: () => state,
    /** Makes a new connection now: the library would wait up to a minute before its next try. */
    reconnect(): void {
      if (connection === null || Math.abs(env.now() - lastReconnect) < reconnectPauseMs) return;
      lastReconnect = env.now();
      connection.reconnect();
    },
    /** Whispers to the other users on the board; the whisper is lost while there is no connection. */
    whisper: (event: string, data: unknown) => presenceChannel?.whisper(event, data),
    close(): void {
      closed = true;
      for (const channel of joinedChannels) channel.leave();
      connection?.close();
    },
  };
}
