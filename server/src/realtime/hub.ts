import { WebSocket } from "ws";
import type { Log, PresenceEvent, PresenceMember } from "./broadcaster.ts";
import { CODES, errorFrame, escaped, frame } from "./frames.ts";

/** A websocket that knows its peer, so that all sockets share the same handlers and carry no closures. */
export class Socket extends WebSocket {
  peer: Peer | null = null;
}

/** The connection behind a websocket; null before it is accepted. */
export function peerOf(socket: WebSocket): Peer | null {
  return (socket as Socket).peer;
}

/** One connection. */
export class Peer {
  readonly socket: Socket;
  readonly socketId: string;
  sessionId: string | null = null;
  userId: string | null = null;
  /** The user of a successful `pusher:signin`. */
  signedInAs: string | null = null;
  /** Channels joined, with the user id under which a presence channel shows this connection. */
  readonly channels = new Map<Channel, string | null>();
  lastSeen: number;
  /** 0, or when the unanswered ping was sent. */
  pingedAt = 0;
  frames: number;
  whispers: number;
  refilledAt: number;
  gone = false;

  constructor(socket: Socket, socketId: string, now: number, frames: number, whispers: number) {
    this.socket = socket;
    this.socketId = socketId;
    this.lastSeen = now;
    this.refilledAt = now;
    this.frames = frames;
    this.whispers = whispers;
  }
}

interface Member {
  connections: number;
  /** Kept escaped, so that a newcomer's list is put together without serialising a thousand members again. */
  idPiece: string;
  hashPiece: string;
}

class Channel {
  readonly name: string;
  readonly peers = new Set<Peer>();
  readonly members = new Map<string, Member>();

  constructor(name: string) {
    this.name = name;
  }
}

/** More than this unsent and a connection is cut loose: it comes back and catches up. */
const MAX_BUFFERED = 1024 * 1024;
const TEXT = { binary: false } as const;

/** Who is connected, who listens where, who is present: the memory of one process. */
export class Hub {
  readonly peers = new Map<string, Peer>();
  readonly #channels = new Map<string, Channel>();
  readonly #listeners = new Set<(event: PresenceEvent) => void>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Sends one ready frame to one connection, or cuts it loose when it does not keep up. */
  send(peer: Peer, bytes: Buffer): void {
    if (peer.gone) return;
    if (peer.socket.bufferedAmount > MAX_BUFFERED) this.#cut(peer);
    else peer.socket.send(bytes, TEXT);
  }

  /** True when anybody is on a channel. */
  hasListeners(name: string): boolean {
    return this.#channels.has(name);
  }

  /** Sends one ready frame to all on a channel but one. */
  deliver(name: string, bytes: Buffer, except: Peer | null): void {
    const channel = this.#channels.get(name);
    if (channel !== undefined) this.#deliver(channel, bytes, except);
  }

  /** User ids on a presence channel. */
  members(name: string): string[] {
    return [...(this.#channels.get(name)?.members.keys() ?? [])];
  }

  /** The user id under which a connection is on a channel: null on a private one, undefined when it is not there. */
  membership(peer: Peer, name: string): string | null | undefined {
    const channel = this.#channels.get(name);
    return channel === undefined ? undefined : peer.channels.get(channel);
  }

  onPresence(listener: (event: PresenceEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Puts a connection on a channel. The newcomer alone gets the list; the others hear of a new member only. */
  join(peer: Peer, name: string, member: PresenceMember | null): void {
    let channel = this.#channels.get(name);
    if (channel === undefined) this.#channels.set(name, (channel = new Channel(name)));
    channel.peers.add(peer);
    peer.channels.set(channel, member === null ? null : member.user_id);
    if (member === null) {
      this.send(peer, frame("pusher_internal:subscription_succeeded", name, "{}"));
      return;
    }
    const isNew = this.#addMember(channel, member);
    this.send(peer, presenceList(channel));
    if (!isNew) return;
    this.#deliver(channel, frame("pusher_internal:member_added", name, JSON.stringify(member)), peer);
    this.#tell(channel, member.user_id, true);
  }

  /** Takes a connection off a channel; the others hear of it when it was the member's last one. */
  leave(peer: Peer, name: string): void {
    const channel = this.#channels.get(name);
    if (channel !== undefined) this.#leave(peer, channel);
  }

  /** Forgets a connection that is no more. */
  remove(peer: Peer): void {
    if (peer.gone) return;
    peer.gone = true;
    this.peers.delete(peer.socketId);
    for (const channel of peer.channels.keys()) this.#leave(peer, channel);
  }

  /** Ends a connection from our side: it hears the reason and nothing after it. */
  drop(peer: Peer, code: number, reason: string): void {
    if (peer.gone) return;
    peer.socket.send(errorFrame(reason, code), TEXT);
    this.remove(peer);
    peer.socket.close(code, reason);
  }

  /** Lets all go at once, telling nobody that the others leave. */
  dismissAll(reason: string): Socket[] {
    const peers = [...this.peers.values()];
    this.peers.clear();
    this.#channels.clear();
    const bytes = errorFrame(reason, CODES.reconnect);
    for (const peer of peers) {
      peer.gone = true;
      peer.socket.send(bytes, TEXT);
      peer.socket.close(CODES.reconnect, reason);
    }
    return peers.map((peer) => peer.socket);
  }

  #deliver(channel: Channel, bytes: Buffer, except: Peer | null): void {
    let slow: Peer[] | null = null;
    for (const peer of channel.peers) {
      if (peer === except) continue;
      if (peer.socket.bufferedAmount > MAX_BUFFERED) (slow ??= []).push(peer);
      else peer.socket.send(bytes, TEXT);
    }
    if (slow !== null) for (const peer of slow) this.#cut(peer);
  }

  #cut(peer: Peer): void {
    this.#log.info(
      { socketId: peer.socketId, userId: peer.userId },
      "connection too slow, told to reconnect",
    );
    this.drop(peer, CODES.reconnect, "Too slow, reconnect");
  }

  #addMember(channel: Channel, member: PresenceMember): boolean {
    const id = JSON.stringify(member.user_id);
    const known = channel.members.get(member.user_id);
    // A later tab brings the fresher name and colour for those who come after it.
    channel.members.set(member.user_id, {
      connections: (known?.connections ?? 0) + 1,
      idPiece: escaped(id),
      hashPiece: escaped(`${id}:${JSON.stringify(member.user_info ?? {})}`),
    });
    return known === undefined;
  }

  #leave(peer: Peer, channel: Channel): void {
    const userId = peer.channels.get(channel);
    if (userId === undefined) return;
    peer.channels.delete(channel);
    channel.peers.delete(peer);
    if (channel.peers.size === 0) this.#channels.delete(channel.name);
    const member = userId === null ? undefined : channel.members.get(userId);
    if (userId === null || member === undefined) return;
    member.connections -= 1;
    if (member.connections > 0) return;
    channel.members.delete(userId);
    const data = JSON.stringify({ user_id: userId });
    this.#deliver(channel, frame("pusher_internal:member_removed", channel.name, data), null);
    this.#tell(channel, userId, false);
  }

  #tell(channel: Channel, userId: string, present: boolean): void {
    const event: PresenceEvent = { channel: channel.name, userId, present, at: Date.now() };
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#log.error({ err: error, channel: channel.name }, "a presence listener failed");
      }
    }
  }
}

/** `subscription_succeeded` with everybody present, from kept pieces. */
function presenceList(channel: Channel): Buffer {
  let ids = "";
  let hash = "";
  for (const member of channel.members.values()) {
    const comma = ids === "" ? "" : ",";
    ids += comma + member.idPiece;
    hash += comma + member.hashPiece;
  }
  const data = `{\\"presence\\":{\\"count\\":${channel.members.size},\\"ids\\":[${ids}],\\"hash\\":{${hash}}}}`;
  const where = JSON.stringify(channel.name);
  return Buffer.from(
    `{"event":"pusher_internal:subscription_succeeded","channel":${where},"data":"${data}"}`,
  );
}
