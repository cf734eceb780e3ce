import type { Server } from "node:http";

/** The four calls of a pino logger that this folder uses. */
export interface RealtimeLog {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Who a presence channel shows: what the `channel_data` of the Pusher protocol holds. */
export interface PresenceMember {
  user_id: string;
  user_info: unknown;
}

export interface PresenceEvent {
  channel: string;
  userId: string;
  /** True when the member's first connection joined, false when the last one left. */
  present: boolean;
  /** Epoch milliseconds. */
  at: number;
}

export interface ClientSettings {
  key: string;
  cluster: string;
  /** Null: the host and port the page itself came from. */
  host: string | null;
  port: number | null;
  encrypted: boolean;
}

/** What the house needs of a push service; the built-in endpoint and the hosted provider both are one. */
export interface Broadcaster {
  /**
   * Hands an event to a channel's subscribers, all but `exceptSocketId`. Never throws and never waits: delivery
   * is only speed, a failure is logged. Data over 8 kB goes out as `{version, fetch: true}` (see payload.ts).
   */
  broadcast(channel: string, event: string, data: unknown, exceptSocketId?: string): void;

  /**
   * User ids present on a presence channel now. The hosted driver asks over HTTP and rejects when it cannot
   * know: an unknown answer must not pass for "nobody is there".
   */
  members(channel: string): Promise<string[]>;

  /**
   * Changes a user's data on every presence channel that they are on now. Later subscribers get the new data; the
   * present ones hear `event` with the data, as if the user had sent it, except for `exceptSocketId`. The hosted
   * driver does nothing: there later subscribers get what `authorise` signs, and browsers tell each other.
   */
  updateMember(userId: string, userInfo: unknown, event: string, exceptSocketId?: string): void;

  /**
   * Tells when somebody's first connection joins a presence channel and when the last one leaves. The hosted
   * driver never calls. Returns what stops it.
   */
  onPresence(listener: (event: PresenceEvent) => void): () => void;

  /**
   * Ends every connection that this session has authorised (close code 4009, upon which pusher-js stays away).
   * The hosted provider knows users only, so there every connection of that user ends; give `userId` if known.
   */
  disconnectSession(sessionId: string, userId?: string): void;

  /** Ends every connection of a user. */
  disconnectUser(userId: string): void;

  /** Open websocket connections; 0 with the hosted driver, whose connections end at the provider. */
  connectionCount(): number;

  /** Sessions that have a connection now; none with the hosted driver. */
  connectedSessions(): string[];

  /** What clients need to connect. */
  clientSettings(): ClientSettings;

  /** Signs the subscription of one connection to one channel. */
  authorise(
    socketId: string,
    channel: string,
    presence?: PresenceMember,
  ): { auth: string; channel_data?: string };

  /** Signs the protocol's user authentication (`pusher:signin`) of one connection. */
  authoriseUser(
    socketId: string,
    user: { id: string; user_info?: unknown },
  ): { auth: string; user_data: string };

  /** True when this connection was authorised by this session, so that its `X-Socket-ID` may be honoured. */
  ownsSocket(sessionId: string, socketId: string): boolean;

  /**
   * Binds a connection to the session that authorises it, before anything is signed.
   * @returns false when the connection already belongs to another session: then nothing may be signed for it
   * @throws AppError 429 when the session has too many connections
   */
  bindSocket(sessionId: string, socketId: string, userId: string): boolean;

  /** Takes the websocket upgrades of `/app/{key}` on this server (nothing to do for the hosted driver). */
  attach(server: Server): void;

  /** Lets everybody go with the hint to come back at once (4200), and resolves when they have gone. */
  close(): Promise<void>;
}
