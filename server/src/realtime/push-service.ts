import type { Server } from "node:http";
import type { BusState } from "./nodes/bus.ts";

/** The four calls of a pino logger that this folder uses. */
export interface RealtimeLog {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** A member of a presence channel: the `channel_data` of the Pusher protocol. */
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
  /** Null: the host and port of the page. */
  host: string | null;
  port: number | null;
  encrypted: boolean;
}

/** A connection that a request names, and the session of that request. */
export interface ConnectionRef {
  socketId: string;
  sessionId: string;
}

/** Brings events to clients. */
export interface Transport {
  /**
   * Sends an event to a channel's subscribers, except to `except` if its session owns it. It never throws and
   * never waits: clients catch up on lost events by version, so a failure is only logged. Data over 8 kB goes
   * out as `{version, fetch: true}` (see payload.ts).
   */
  broadcast(channel: string, event: string, data: unknown, except?: ConnectionRef): void;

  /** The settings with which clients connect. */
  clientSettings(): ClientSettings;

  /** Handles the websocket upgrades of `/app/{key}` on this server. The hosted driver does nothing. */
  attach(server: Server): void;

  /**
   * Closes all connections with the code that lets clients reconnect at once (4200); resolves when they are
   * closed.
   */
  close(): Promise<void>;
}

/** Knows who is on presence channels. */
export interface Presence {
  /**
   * User ids that are on a presence channel now. The hosted driver asks over HTTP and rejects when it gets no
   * answer: an unknown result must not be taken for an empty channel.
   */
  members(channel: string): Promise<string[]>;

  /**
   * Changes a user's data on every presence channel that they are on now. Later subscribers get the new data;
   * present ones get `event` with the data, as if the user had sent it, except for `except`. The hosted
   * driver does nothing: there later subscribers get what `authorise` signs, and browsers tell each other.
   */
  updateMember(userId: string, userInfo: unknown, event: string, except?: ConnectionRef): void;

  /**
   * Calls the listener when a user's first connection joins a presence channel and when the last one leaves.
   * The hosted driver never calls it.
   */
  onPresence(listener: (event: PresenceEvent) => void): () => void;

  /** Lets other nodes know that a user was seen on a channel; nothing happens on a single node. */
  noteSeen(channel: string, userId: string, until: number): void;

  /**
   * When other nodes last saw a user on a channel, epoch milliseconds; null if none did in the last ten
   * minutes.
   */
  lastSeen(channel: string, userId: string): Promise<number | null>;
}

/** Knows which session each connection belongs to, and authorises connections. */
export interface SocketRegistry {
  /** Binds a connection to the session that authorises it; call it before signing anything. */
  bindSocket(sessionId: string, socketId: string, userId: string): boolean;

  /**
   * False when this session has not authorised this connection, so that a request may not name it in
   * `X-Socket-ID`. True for a connection that may be on another node: the node that has it compares the
   * session.
   */
  ownsSocket(sessionId: string, socketId: string): boolean;

  /** Signs the subscription of one connection to one channel. */
  authorise(
    socketId: string,
    channel: string,
    presence?: PresenceMember,
    owner?: { sessionId: string; userId: string },
  ): { auth: string; channel_data?: string };

  /**
   * Signs the protocol's user authentication (`pusher:signin`) of one connection. @param owner as in
   * `authorise`
   */
  authoriseUser(
    socketId: string,
    user: { id: string; user_info?: unknown },
    owner?: { sessionId: string; userId: string },
  ): { auth: string; user_data: string };

  /**
   * Closes every connection that this session has authorised (code 4009, after which pusher-js does not
   * reconnect). The hosted provider knows users only, so there every connection of that user is closed; pass
   * `userId` if known.
   */
  disconnectSession(sessionId: string, userId?: string): void;

  /** Closes every connection of a user. */
  disconnectUser(userId: string): void;

  /**
   * Removes every connection from a private channel that is no longer used, on every node, after a last event
   * without data. With the hosted provider the connections stay on it; nothing is sent to it any more.
   */
  closeChannel(channel: string, lastEvent: string): void;

  /**
   * Ends the subscriptions of everybody but one user to some channels, on every node: closes their
   * connections with the code that lets clients reconnect at once. What was signed for these connections
   * before opens nothing any more, because a signature is for one connection. The hosted provider closes
   * connections by user, as `disconnectUser`.
   */
  endSubscriptions(channels: readonly string[], except: string | null): void;

  /**
   * Number of open websocket connections; 0 with the hosted driver, whose connections end at the provider.
   */
  connectionCount(): number;

  /** Number of boards with a connection to this process; 0 with the hosted driver. */
  openBoards(): number;

  /** Sessions that have a connection now; none with the hosted driver. */
  connectedSessions(): string[];
}

/**
 * The other nodes: server processes of the same installation that share a message bus. On a single node
 * nothing happens.
 */
export interface Nodes {
  /** False while other nodes cannot be reached. */
  readonly connected: boolean;
  /** The number of other nodes. */
  readonly others: number;
  /** Sends a message to every other node. Never throws and never waits; it is lost while the bus is away. */
  send(kind: string, data: unknown): void;
  /** Calls the listener for the messages of one kind from other nodes. */
  on(kind: string, listener: (data: unknown) => void): void;
  /** Calls the listener with the channels of this node whose messages from other nodes may have been lost. */
  onMissed(listener: (channels: readonly string[]) => void): void;
  /** Calls the listener when the first connection of this node joins a channel. */
  onOpened(listener: (channel: string) => void): void;
  /** Sends an event to the connections of this node. */
  deliver(channel: string, event: string, data: unknown): void;
  /** Null on a single node. */
  state(): BusState | null;
}

/** The realtime side of the server. The built-in endpoint and the hosted provider both implement it. */
export interface PushService {
  transport: Transport;
  presence: Presence;
  sockets: SocketRegistry;
  nodes: Nodes;
}
