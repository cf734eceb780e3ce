import { channels, eventNames, facilitationEvents } from "@retro/contract/events";
import type {
  ChannelListener,
  JoinedChannel,
  RawMember,
  RealtimeConnection,
} from "../realtime/connection.ts";
import type { People } from "./boardPeople.ts";

export interface BoardChannelListener {
  people: Pick<People, "whispered" | "whisperedAnonymously" | "joined" | "left">;
  /** Receives each message about the board; see `readMessage` for `source`. */
  onMessage: (source: string, data: unknown) => void;
  /** The facilitation's channel or the user's channel is subscribed. */
  onSubscribed: () => void;
  /** The board's presence channel is subscribed. */
  onPresenceSubscribed: (members: readonly RawMember[]) => void;
  /** The server ended the session. */
  onSessionEnded: () => void;
}

/** Joins the board's three channels (spec 10.6 to 10.8). */
export function joinBoardChannels(
  connection: RealtimeConnection,
  ids: { boardId: string; userId: string },
  listener: BoardChannelListener,
): { presence: JoinedChannel; facilitation: JoinedChannel; leave: () => void } {
  const { people, onMessage, onSubscribed } = listener;
  const listenerWith = (handlers: Partial<ChannelListener>): ChannelListener => ({
    onEvent: () => undefined,
    onSubscribed,
    onJoined: () => undefined,
    onLeft: () => undefined,
    ...handlers,
  });
  const presence = connection.join(
    channels.presence(ids.boardId),
    [
      eventNames.items,
      eventNames.board,
      eventNames.whisperEdit,
      eventNames.whisperUser,
      eventNames.whisperWriting,
    ],
    listenerWith({
      onEvent(name, data, from) {
        if (name.startsWith("client-")) people.whispered(name, data, from);
        else onMessage(name, data);
      },
      onSubscribed: listener.onPresenceSubscribed,
      onJoined: people.joined,
      onLeft: (id) => people.left(id),
    }),
  );
  const facilitation = connection.join(
    channels.facilitation(ids.boardId),
    [...facilitationEvents, eventNames.whisperWriting],
    listenerWith({
      onEvent(name, data) {
        if (name.startsWith("client-")) people.whisperedAnonymously(name, data);
        else onMessage("session", data);
      },
    }),
  );
  const user = connection.join(
    channels.user(ids.userId),
    [eventNames.userItems, eventNames.sessionEnded],
    listenerWith({
      onEvent(name, data) {
        if (name === eventNames.sessionEnded) listener.onSessionEnded();
        else onMessage("mine", data);
      },
    }),
  );
  return {
    presence,
    facilitation,
    leave() {
      for (const channel of [presence, facilitation, user]) channel.leave();
    },
  };
}
