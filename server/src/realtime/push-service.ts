import type { Server } from "node:http";
import type { RefusalLog } from "../http/observe/refusal-log.ts";
import type { BusState } from "./nodes/bus.ts";

export interface RealtimeLog {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface PresenceMember {
  user_id: string;
  user_info: unknown;
}

export interface PresenceEvent {
  channel: string;
  userId: string;
  /** True when the member's first connection joined, false when the last one left. */
  present: boolean;
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

export interface Transport {
  /** Never throws or waits: clients catch up on lost events by version. `except` gets none. */
  broadcast(channel: string, event: string, data: unknown, except?: ConnectionRef): void;

  clientSettings(): ClientSettings;

  /** Handles the websocket upgrades of `/app/{key}` on this server. The hosted driver does nothing. */
  attach(server: Server, refusals?: RefusalLog): void;

  /**
   * Closes the connections one portion after the other, over these milliseconds, so that their handshakes do not
   * reach the other nodes all at once. New ones are refused meanwhile. The hosted driver does nothing.
   */
  drain(milliseconds: number): Promise<void>;
  isDraining(): boolean;

  /** With the code that lets clients reconnect at once (4200); resolves when they are closed. */
  close(): Promise<void>;
}

export interface Presence {
  /** The hosted driver rejects without an answer: unknown is not empty. */
  members(channel: string): Promise<string[]>;

  /** Present subscribers get `event` as from the user. The hosted driver does nothing. */
  updateMember(userId: string, userInfo: unknown, event: string, except?: ConnectionRef): void;

  /** On the first join and last leave. The hosted driver never calls it. */
  onPresence(listener: (event: PresenceEvent) => void): () => void;

  /** Sends to the other nodes that a user was seen on a channel; does nothing on a single node. */
  recordSeen(channel: string, userId: string, until: number): void;

  /** Epoch milliseconds; null if no other node did in the last ten minutes. */
  lastSeen(channel: string, userId: string): Promise<number | null>;

  /** The users whom other nodes have seen on a channel since then. */
  seenElsewhere(channel: string, since: number): Promise<string[]>;
}

export interface SocketRegistry {
  bindSocket(sessionId: string, socketId: string, userId: string): boolean;

  /** True for one that may be on another node: the node that has it compares the session. */
  ownsSocket(sessionId: string, socketId: string): boolean;

  authorise(
    socketId: string,
    channel: string,
    presence?: PresenceMember,
    owner?: { sessionId: string; userId: string },
  ): { auth: string; channel_data?: string };

  authoriseUser(
    socketId: string,
    user: { id: string; user_info?: unknown },
    owner?: { sessionId: string; userId: string },
  ): { auth: string; user_data: string };

  /** With code 4009, after which pusher-js does not reconnect. The hosted provider needs `userId`. */
  disconnectSession(sessionId: string, userId?: string): void;

  disconnectUser(userId: string): void;

  /** On every node, after a last event without data. The hosted provider keeps the connections. */
  closeChannel(channel: string, lastEvent: string): void;

  /** Clients may reconnect at once; what was signed before opens nothing. Hosted: by user. */
  endSubscriptions(channels: readonly string[], except: string | null): void;

  /** 0 with the hosted driver, whose connections end at the provider. */
  connectionCount(): number;

  openBoards(): number;

  /** Sessions that have a connection now; none with the hosted driver. */
  connectedSessions(): string[];
}

/** Server processes of the same installation that share a message bus. */
export interface Nodes {
  /** False while other nodes cannot be reached. */
  readonly connected: boolean;
  readonly others: number;
  /** Sends a message to every other node. Never throws and never waits; it is lost while the bus is away. */
  send(kind: string, data: unknown): void;
  on(kind: string, listener: (data: unknown) => void): void;
  /** Calls the listener with the channels of this node whose messages from other nodes may have been lost. */
  onMissed(listener: (channels: readonly string[]) => void): void;
  onOpened(listener: (channel: string) => void): void;
  deliver(channel: string, event: string, data: unknown): void;
  state(): BusState | null;
}

/** The realtime side of the server. The built-in endpoint and the hosted provider both implement it. */
export interface PushService {
  transport: Transport;
  presence: Presence;
  sockets: SocketRegistry;
  nodes: Nodes;
}
