import { channels, eventNames, facilitationEvents } from "@retro/contract/events";
import type {
  ChannelListener,
  JoinedChannel,
  RawMember,
  RealtimeConnection,
} from "../../realtime/connection.ts";
import type { People } from "../people/boardPeople.ts";

export interface BoardChannelListener {
  people: Pick<People, "whispered" | "whisperedAnonymously" | "joined" | "left">;
  /** Receives each message about the board; see `readMessage` for `source`. */
  onMessage: (source: string, data: unknown) => void;
  /** A private channel is subscribed, for the first time or again. */
  onSubscribed: (channel: string) => void;
  /** The board's presence channel is subscribed, for the first time or again. */
  onPresenceSubscribed: (channel: string, members: readonly RawMember[]) => void;
  /** The server refused a channel for good. */
  onRefused: () => void;
  onSessionEnded: () => void;
}

/** Joins the board's three channels (spec 10.6 to 10.8). */
export function joinBoardChannels(
  connection: RealtimeConnection,
  ids: { boardId: string; userId: string },
  listener: BoardChannelListener,
): { presence: JoinedChannel; facilitation: JoinedChannel; names: readonly string[] } {
  const { people, onMessage } = listener;
  const names = {
    presence: channels.presence(ids.boardId),
    facilitation: channels.facilitation(ids.boardId),
    user: channels.user(ids.userId),
  };
  const join = (name: string, events: readonly string[], handlers: Partial<ChannelListener>) =>
    connection.join(name, events, {
      onEvent: () => undefined,
      onSubscribed: () => listener.onSubscribed(name),
      onRefused: listener.onRefused,
      onJoined: () => undefined,
      onLeft: () => undefined,
      ...handlers,
    });
  const presence = join(
    names.presence,
    [
      eventNames.items,
      eventNames.board,
      eventNames.whisperEdit,
      eventNames.whisperUser,
      eventNames.whisperWriting,
    ],
    {
      onEvent(name, data, from) {
        if (name.startsWith("client-")) people.whispered(name, data, from);
        else onMessage(name, data);
      },
      onSubscribed: (members) => listener.onPresenceSubscribed(names.presence, members),
      onJoined: people.joined,
      onLeft: (id) => people.left(id),
    },
  );
  const facilitation = join(names.facilitation, [...facilitationEvents, eventNames.whisperWriting], {
    onEvent(name, data) {
      if (name.startsWith("client-")) people.whisperedAnonymously(name, data);
      else onMessage("session", data);
    },
  });
  join(names.user, [eventNames.userItems, eventNames.sessionEnded], {
    onEvent(name, data) {
      if (name === eventNames.sessionEnded) listener.onSessionEnded();
      else onMessage("mine", data);
    },
  });
  return { presence, facilitation, names: Object.values(names) };
}
