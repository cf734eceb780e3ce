/** `pusherConnection.ts` implements it; tests use one that loses, doubles and delays. */

export type RealtimeState = "live" | "connecting" | "offline";

/** A member of a presence channel as it arrives, not validated. */
export interface RawMember {
  readonly id: string;
  readonly info: unknown;
}

export interface ChannelListener {
  onEvent: (name: string, data: unknown, from: string | undefined) => void;
  /** For the first time or again; earlier whispers are lost. On presence channels with the members. */
  onSubscribed: (members: readonly RawMember[]) => void;
  onJoined: (member: RawMember) => void;
  onLeft: (userId: string) => void;
  /** The server refused the channel for good: it is not asked for again on this connection. */
  onRefused: () => void;
}

export interface JoinedChannel {
  /** Sends to the other subscribers; lost while there is no connection. */
  whisper: (event: string, data: unknown) => void;
}

export interface RealtimeConnection {
  join: (channel: string, events: readonly string[], listener: ChannelListener) => JoinedChannel;
  state: () => RealtimeState;
  onStateChange: (listener: (state: RealtimeState) => void) => () => void;
  /** The server ended this connection because its session is over. */
  onSessionEnded: (listener: () => void) => () => void;
  /** Drops the connection and makes a new one now, without waiting for the next planned try. */
  reconnect: () => void;
  socketId: () => string | undefined;
  close: () => void;
}
