import { WebSocket } from "ws";
import { connectionRates } from "../limits/connection.ts";
import { channelKind } from "./channel-names.ts";
import { ConnectionBucket } from "./connection-bucket.ts";
import type { Member } from "./member.ts";

/**
 * A websocket with a reference to its peer, so that all sockets share the same handlers and need no closures.
 */
export class Socket extends WebSocket {
  peer: Peer | null = null;
}

export type PeerSocket = Pick<Socket, "bufferedAmount" | "send" | "close">;

export function peerOf(socket: WebSocket): Peer | null {
  return (socket as Socket).peer;
}

export interface Reservations {
  open: (() => void) | null;
  pending: (() => void) | null;
  session: (() => void) | null;
}

let connections = 0;

export class Peer {
  /** Counts the connections of this process in the order in which they were opened. */
  readonly serial = (connections += 1);
  readonly socket: PeerSocket;
  readonly socketId: string;
  readonly address: string;
  sessionId: string | null = null;
  userId: string | null = null;
  signedInAs: string | null = null;
  /** Set by a rename. It is newer than any `channel_data` that was signed for this connection before. */
  userInfo: unknown = null;
  readonly channels = new Map<Channel, string | null>();
  readonly joining = new Set<string>();
  readonly reservations: Reservations = { open: null, pending: null, session: null };
  readonly openedAt: number;
  lastSeen: number;
  /** When the unanswered ping was sent; 0: there is none. */
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

  /** A session has requested a channel for it, or it has shown a signature of the server. */
  get isAuthorised(): boolean {
    return this.sessionId !== null || this.signedInAs !== null || this.channels.size > 0;
  }
}

/** Of private channels, which every user has: two empty maps for each would be 400 bytes. */
const nobody = new Map<string, Member>();

/** The serial of the connection that was opened last. */
export function lastSerial(): number {
  return connections;
}

export class Channel {
  readonly name: string;
  readonly peers = new Set<Peer>();
  readonly members: Map<string, Member>;
  /** Until their bucket is full again, so that joining again does not refill it. */
  readonly recentMembers: Map<string, Member>;

  constructor(name: string) {
    this.name = name;
    const isPresence = channelKind(name) === "presence";
    this.members = isPresence ? new Map() : nobody;
    this.recentMembers = isPresence ? new Map() : nobody;
  }
}
