import {
  answerMoveEvent,
  askMoveEvent,
  channels,
  eventNames,
  facilitationEvents,
} from "@retro/contract/events";
import type { AnswerMoveEvent, AskMoveEvent } from "@retro/contract/events";
import type { ChannelListener, JoinedChannel, RealtimeConnection } from "../../realtime/connection.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import type { People } from "../people/boardPeople.ts";
import { type Connecting, connectWithRetry } from "./connectWithRetry.ts";
import type { SubscriptionState } from "../types.ts";

const notices = [eventNames.review, eventNames.questions] as const;
/** An event of the board without data. */
export type BoardNotice = (typeof notices)[number];
/** A facilitator has asked this user, or the board's creator has answered this user [G3]. */
export interface MoveListener {
  asked: (event: AskMoveEvent) => void;
  answered: (event: AnswerMoveEvent) => void;
}

interface Options extends Connecting {
  boardId: string;
  me: string;
  env: BoardEnvironment;
  people: People;
  /** Receives each message about the board; see `readMessage` for `source`. */
  onMessage: (source: string, data: unknown) => void;
  /** What the event is about has changed: fetch it. */
  onNotice: (event: BoardNotice) => void;
  onMove: MoveListener;
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

const boardEvents = [
  eventNames.items,
  eventNames.board,
  eventNames.whisperEdit,
  eventNames.whisperUser,
  eventNames.whisperReady,
  eventNames.whisperAsk,
  eventNames.whisperWriting,
];

/** The board's three channels (spec 10.6 to 10.8) on one realtime connection, from `start` to `close`. */
export function createBoardChannels(options: Options) {
  const { env, boardId, me } = options;
  const names = {
    presence: channels.presence(boardId),
    facilitation: channels.facilitation(boardId),
    user: channels.user(me),
  };
  let connection: RealtimeConnection | null = null;
  let joined: Record<keyof typeof names, JoinedChannel> | null = null;
  let state: SubscriptionState = "connecting";
  const subscribed = new Set<string>();
  let stopConnecting = (): void => undefined;
  let lastReconnect = Number.NEGATIVE_INFINITY;

  function opened(by: RealtimeConnection): void {
    connection = by;
    by.onStateChange(updateState);
    by.onSessionEnded(options.onSessionEnded);
    joined = joinChannels(by);
    updateState();
  }

  function joinChannels(by: RealtimeConnection) {
    const { people, onMessage, onRefused } = options;
    const join = (name: string, events: readonly string[], handlers: Partial<ChannelListener>) =>
      by.join(name, events, {
        onEvent: () => undefined,
        onSubscribed: () => channelSubscribed(name),
        onRefused,
        onJoined: () => undefined,
        onLeft: () => undefined,
        ...handlers,
      });
    const presence = join(names.presence, boardEvents, {
      onEvent(name, data, from) {
        if (name.startsWith("client-")) people.whispered(name, data, from);
        else onMessage(name, data);
      },
      onSubscribed(members) {
        people.setMembers(members);
        options.onBoardSubscribed();
        channelSubscribed(names.presence);
      },
      onJoined: (member) => people.joined(member),
      onLeft: (id) => people.left(id),
    });
    const facilitationNames = [
      ...facilitationEvents,
      eventNames.whisperWriting,
      eventNames.whisperWish,
      ...notices,
    ];
    const facilitation = join(names.facilitation, facilitationNames, {
      onEvent(name, data) {
        const notice = notices.find((each) => each === name);
        if (notice !== undefined) options.onNotice(notice);
        else if (name.startsWith("client-")) people.whisperedAnonymously(name, data);
        else onMessage("session", data);
      },
    });
    const userNames = [
      eventNames.userItems,
      eventNames.sessionEnded,
      eventNames.whisperWish,
      eventNames.askMove,
      eventNames.answerMove,
    ];
    const user = join(names.user, userNames, {
      onEvent(name, data) {
        if (name === eventNames.sessionEnded) options.onSessionEnded();
        else if (name === eventNames.askMove) moveEvent(askMoveEvent.parse(data), options.onMove.asked);
        else if (name === eventNames.answerMove)
          moveEvent(answerMoveEvent.parse(data), options.onMove.answered);
        else if (name.startsWith("client-")) people.whisperedByOwnTab(name, data);
        else onMessage("mine", data);
      },
    });
    return { presence, facilitation, user };
  }

  /** The user's channel is one for all their boards. */
  function moveEvent<Event extends { board_id: string }>(
    event: Event,
    listener: (event: Event) => void,
  ): void {
    if (event.board_id === boardId) listener(event);
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
    const complete = joined !== null && Object.values(names).every((name) => subscribed.has(name));
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
    whisperToOwnTabs: (event: string, data: unknown) => joined?.user.whisper(event, data),
    close(): void {
      stopConnecting();
      connection?.close();
    },
  };
}
