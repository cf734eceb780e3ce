/** What the board needs of a realtime connection. `pusher.ts` is one; tests bring their own, which loses, doubles and delays. */

export type RealtimeState = "live" | "connecting" | "offline";

/** A member of a presence channel as it arrives: unchecked. */
export interface RawMember {
  readonly id: string;
  readonly info: unknown;
}

export interface ChannelListener {
  /** An event or a whisper; `from` is the whispering user's id as the server stamped it. */
  onEvent: (name: string, data: unknown, from: string | undefined) => void;
  /** Subscribed, for the first time or again: earlier whispers are lost. With the members on presence channels. */
  onSubscribed: (members: readonly RawMember[]) => void;
  onJoined: (member: RawMember) => void;
  onLeft: (userId: string) => void;
}

export interface JoinedChannel {
  /** Says something to the other subscribers; lost when the connection is away. */
  whisper: (event: string, data: unknown) => void;
  leave: () => void;
}

export interface RealtimeConnection {
  /** @param events names of the events and whispers to hear */
  join: (channel: string, events: readonly string[], listener: ChannelListener) => JoinedChannel;
  state: () => RealtimeState;
  /** @returns the function that ends the listening */
  onStateChange: (listener: (state: RealtimeState) => void) => () => void;
  /** The server ended this connection because its session is over. */
  onSessionEnded: (listener: () => void) => () => void;
  /** Gives up what there is of a connection and makes a new one now, without waiting for the next planned try. */
  reconnect: () => void;
  socketId: () => string | undefined;
  close: () => void;
}
