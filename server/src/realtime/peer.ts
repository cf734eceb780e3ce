import { WebSocket } from "ws";
import { connectionRates } from "../limits/connection.ts";
import { ConnectionBucket } from "./connection-bucket.ts";
import type { Member } from "./member.ts";

/** A websocket that knows its peer, so that all sockets share the same handlers and carry no closures. */
export class Socket extends WebSocket {
  peer: Peer | null = null;
}

/** What the hub needs of a websocket. */
export type PeerSocket = Pick<Socket, "bufferedAmount" | "send" | "close">;

/** The connection behind a websocket; null before it is accepted. */
export function peerOf(socket: WebSocket): Peer | null {
  return (socket as Socket).peer;
}

/** What gives a connection's places back to the limits on open connections (admission.ts); null: it has none. */
export interface Reservations {
  open: (() => void) | null;
  pending: (() => void) | null;
  session: (() => void) | null;
}

/** One connection. */
export class Peer {
  readonly socket: PeerSocket;
  readonly socketId: string;
  /** The client's address as limits count it. */
  readonly address: string;
  sessionId: string | null = null;
  userId: string | null = null;
  /** The user of a successful `pusher:signin`. */
  signedInAs: string | null = null;
  /** Set by a rename: newer than any `channel_data` that was signed for this connection before it. */
  userInfo: unknown = null;
  /** Channels joined, with the user id under which a presence channel shows this connection. */
  readonly channels = new Map<Channel, string | null>();
  readonly reservations: Reservations = { open: null, pending: null, session: null };
  readonly openedAt: number;
  lastSeen: number;
  /** 0, or when the unanswered ping was sent. */
  pingedAt = 0;
  readonly frames: ConnectionBucket;
  readonly whispers: ConnectionBucket;
  readonly joins: ConnectionBucket;
  isClosed = false;

  constructor(socket: PeerSocket, socketId: string, address: string, now: number) {
    this.socket = socket;
    this.socketId = socketId;
    this.address = address;
    this.openedAt = now;
    this.lastSeen = now;
    this.frames = new ConnectionBucket(connectionRates.frames, now);
    this.whispers = new ConnectionBucket(connectionRates.whispers, now);
    this.joins = new ConnectionBucket(connectionRates.joins, now);
  }

  /** True once a session has asked for a channel on this connection, or a signature of the server was shown on it. */
  get isAuthorised(): boolean {
    return this.sessionId !== null || this.signedInAs !== null || this.channels.size > 0;
  }
}

export class Channel {
  readonly name: string;
  readonly peers = new Set<Peer>();
  readonly members = new Map<string, Member>();
  /** Members who left a moment ago: kept until their bucket is full again, so that a rejoin does not refill it. */
  readonly recentMembers = new Map<string, Member>();

  constructor(name: string) {
    this.name = name;
  }
}
