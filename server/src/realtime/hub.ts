import { connectionMaxima } from "../limits/connection.ts";
import type { RealtimeLog, PresenceEvent, PresenceMember } from "./push-service.ts";
import { PROTOCOL_CODES, makeClientFrame, makeErrorFrame, frame } from "./frames.ts";
import { Member, presenceList } from "./member.ts";
import type { Peer, PeerSocket } from "./peer.ts";
import { Channel } from "./peer.ts";

const TEXT = { binary: false } as const;
const maxLoggedUsers = 5;

export interface HubOptions {
  log: RealtimeLog;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Called once for every connection that closes. */
  onClosed?: (peer: Peer) => void;
}

/** Keeps the connections of one process, their channels, and the members of presence channels. */
export class Hub {
  readonly peers = new Map<string, Peer>();
  readonly #channels = new Map<string, Channel>();
  readonly #sessions = new Map<string, Set<Peer>>();
  readonly #listeners = new Set<(event: PresenceEvent) => void>();
  /** Connections that read too slowly and that `#closeSlowPeers` will close. */
  readonly #slowPeers = new Set<Peer>();
  #closingSlowPeers = false;
  /** Members with a delayed announcement, or whose bucket is not full yet. */
  readonly #pendingAnnouncements = new Map<Member, Channel>();
  readonly #log: RealtimeLog;
  readonly #clock: () => number;
  readonly #onClosed: (peer: Peer) => void;

  constructor({ log, clock, onClosed = () => undefined }: HubOptions) {
    this.#log = log;
    this.#clock = clock;
    this.#onClosed = onClosed;
  }

  /** Sends a frame to one connection, or closes the connection if it reads too slowly. */
  send(peer: Peer, bytes: Buffer): void {
    if (peer.isClosed) return;
    if (!isSlow(peer)) peer.socket.send(bytes, TEXT);
    else {
      this.#slowPeers.add(peer);
      this.#closeSlowPeers();
    }
  }

  /** The number of connections on a channel. */
  audience(name: string): number {
    return this.#channels.get(name)?.peers.size ?? 0;
  }

  /** Sends a frame to all connections on a channel except one. */
  deliver(name: string, bytes: Buffer, except: Peer | null): void {
    const channel = this.#channels.get(name);
    if (channel !== undefined) this.#deliver(channel, bytes, except);
  }

  /** User ids on a presence channel. */
  members(name: string): string[] {
    return [...(this.#channels.get(name)?.members.keys() ?? [])];
  }

  /** The user id with which a connection is on a channel; null on a private channel, undefined if it is not on the channel. */
  membership(peer: Peer, name: string): string | null | undefined {
    const channel = this.#channels.get(name);
    return channel === undefined ? undefined : peer.channels.get(channel);
  }

  onPresence(listener: (event: PresenceEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Binds a connection to a session until the connection closes. */
  bind(peer: Peer, sessionId: string, userId: string): void {
    peer.sessionId = sessionId;
    peer.userId = userId;
    const bound = this.#sessions.get(sessionId);
    if (bound === undefined) this.#sessions.set(sessionId, new Set([peer]));
    else bound.add(peer);
  }

  /** The number of a session's connections. */
  connectionsOf(sessionId: string): number {
    return this.#sessions.get(sessionId)?.size ?? 0;
  }

  /** The sessions that have a connection. */
  sessionIds(): string[] {
    return [...this.#sessions.keys()];
  }

  /** Adds a connection to a channel. Only this connection gets the member list; the others get a message about a new member. */
  join(peer: Peer, name: string, member: PresenceMember | null): void {
    let channel = this.#channels.get(name);
    if (channel === undefined) this.#channels.set(name, (channel = new Channel(name)));
    channel.peers.add(peer);
    peer.channels.set(channel, member === null ? null : member.user_id);
    if (member === null) {
      this.send(peer, frame("pusher_internal:subscription_succeeded", name, "{}"));
      return;
    }
    const known = this.#addMember(channel, member.user_id, peer.userInfo ?? member.user_info);
    this.send(peer, presenceList(name, channel.members));
    if (peer.isClosed || known.connections > 1) return;
    this.#announce(channel, known, peer);
    this.#notifyListeners(channel, member.user_id, true);
  }

  /** Removes a connection from a channel; the others get a message if it was the member's last connection. */
  leave(peer: Peer, name: string): void {
    const channel = this.#channels.get(name);
    if (channel !== undefined) this.#leave(peer, channel);
  }

  /**
   * Changes a user's data on every presence channel: later subscribers get the new data with the member list, present
   * ones get `event` as if the user had sent it.
   */
  updateMember(userId: string, info: unknown, event: string, except: Peer | null): void {
    const channels = new Set<Channel>();
    for (const peer of this.peers.values()) {
      if (peer.userId !== userId) continue;
      peer.userInfo = info;
      for (const [channel, member] of peer.channels) if (member === userId) channels.add(channel);
    }
    for (const channel of channels) {
      const member = channel.members.get(userId);
      if (member === undefined) continue;
      member.setInfo(info);
      member.pendingUpdate = event;
      this.#announce(channel, member, except);
    }
  }

  /** Removes a closed connection from its channels and its session. */
  remove(peer: Peer): void {
    if (peer.isClosed) return;
    this.#removePeer(peer);
    for (const channel of peer.channels.keys()) this.#leave(peer, channel);
  }

  /** Closes a connection. The reason is the last message that it gets. */
  drop(peer: Peer, code: number, reason: string): void {
    if (peer.isClosed) return;
    closeWithError(peer, makeErrorFrame(reason, code), code, reason);
    this.remove(peer);
  }

  /** Closes the connections for which `matches` returns true. */
  dropAll(matches: (peer: Peer) => boolean, code: number, reason: string): void {
    for (const peer of this.peers.values()) if (matches(peer)) this.drop(peer, code, reason);
  }

  /** Sends delayed announcements about members who joined and left too often. Call it about once a second. */
  sendDelayedAnnouncements(): void {
    const now = this.#clock();
    for (const [member, channel] of this.#pendingAnnouncements) {
      const isGone = channel.peers.size === 0;
      if (!isGone) this.#announce(channel, member, null);
      if (!isGone && (!isAnnounced(member) || !member.announcements.isFull(now))) continue;
      this.#pendingAnnouncements.delete(member);
      if (member.connections === 0) channel.recentMembers.delete(member.userId);
    }
  }

  /** Closes all connections at once, without announcing that members leave. @returns their sockets */
  closeAll(reason: string): PeerSocket[] {
    const peers = [...this.peers.values()];
    this.#channels.clear();
    this.#pendingAnnouncements.clear();
    const bytes = makeErrorFrame(reason, PROTOCOL_CODES.reconnect);
    for (const peer of peers) {
      this.#removePeer(peer);
      closeWithError(peer, bytes, PROTOCOL_CODES.reconnect, reason);
    }
    return peers.map((peer) => peer.socket);
  }

  #removePeer(peer: Peer): void {
    peer.isClosed = true;
    this.peers.delete(peer.socketId);
    this.#slowPeers.delete(peer);
    if (peer.sessionId !== null) {
      const bound = this.#sessions.get(peer.sessionId);
      bound?.delete(peer);
      if (bound?.size === 0) this.#sessions.delete(peer.sessionId);
    }
    this.#onClosed(peer);
  }

  #deliver(channel: Channel, bytes: Buffer, except: Peer | null): void {
    for (const peer of channel.peers) {
      if (peer === except) continue;
      if (isSlow(peer)) this.#slowPeers.add(peer);
      else peer.socket.send(bytes, TEXT);
    }
    if (this.#slowPeers.size > 0) this.#closeSlowPeers();
  }

  /**
   * Closes the slow connections. Announcing that a member left can find more slow connections; the same loop closes them,
   * so that their number does not deepen the stack. All connections of a round leave their channels before the
   * announcements, so that none of them is counted or gets anything.
   */
  #closeSlowPeers(): void {
    if (this.#closingSlowPeers) return;
    this.#closingSlowPeers = true;
    const users = new Set<string | null>();
    let connections = 0;
    const bytes = makeErrorFrame("Too slow, reconnect", PROTOCOL_CODES.reconnect);
    try {
      while (this.#slowPeers.size > 0) {
        const round = [...this.#slowPeers];
        for (const peer of round) {
          closeWithError(peer, bytes, PROTOCOL_CODES.reconnect, "Too slow, reconnect");
          this.#removePeer(peer);
          for (const channel of peer.channels.keys()) channel.peers.delete(peer);
          connections += 1;
          if (users.size < maxLoggedUsers) users.add(peer.userId);
        }
        for (const peer of round) for (const channel of peer.channels.keys()) this.#leave(peer, channel);
      }
    } finally {
      this.#closingSlowPeers = false;
    }
    this.#log.info(
      { connections, users: [...users] },
      "connections that read too slowly were closed; they reconnect and catch up",
    );
  }

  #addMember(channel: Channel, userId: string, info: unknown): Member {
    let member = channel.members.get(userId);
    if (member === undefined) {
      member = channel.recentMembers.get(userId) ?? new Member(userId, this.#clock());
      channel.recentMembers.delete(userId);
      channel.members.set(userId, member);
    }
    member.connections += 1;
    // The latest connection has the newest data.
    member.setInfo(info);
    return member;
  }

  #leave(peer: Peer, channel: Channel): void {
    const userId = peer.channels.get(channel);
    if (userId === undefined) return;
    peer.channels.delete(channel);
    channel.peers.delete(peer);
    if (channel.peers.size === 0 && this.#channels.get(channel.name) === channel)
      this.#channels.delete(channel.name);
    const member = userId === null ? undefined : channel.members.get(userId);
    if (userId === null || member === undefined) return;
    member.connections -= 1;
    if (member.connections > 0) return;
    channel.members.delete(userId);
    channel.recentMembers.set(userId, member);
    this.#announce(channel, member, null);
    this.#notifyListeners(channel, userId, false);
  }

  /**
   * Announces a member's latest state to the others on a channel, if they do not know it yet. If the member's bucket is
   * empty, `sendDelayedAnnouncements` announces the state later.
   */
  #announce(channel: Channel, member: Member, except: Peer | null): void {
    this.#pendingAnnouncements.set(member, channel);
    if (isAnnounced(member) || !member.announcements.take(this.#clock())) return;
    const bytes = announcement(channel.name, member);
    // Update the state before the delivery: it may find slow connections of this member too, and announce that they leave.
    member.announced = member.connections > 0;
    member.pendingUpdate = null;
    this.#deliver(channel, bytes, except);
  }

  #notifyListeners(channel: Channel, userId: string, present: boolean): void {
    const event: PresenceEvent = { channel: channel.name, userId, present, at: this.#clock() };
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#log.error({ err: error, channel: channel.name }, "a presence listener failed");
      }
    }
  }
}

function isSlow(peer: Peer): boolean {
  return peer.socket.bufferedAmount > connectionMaxima.unsentBytes.max;
}

/** True when the others know the latest state of a member. */
function isAnnounced(member: Member): boolean {
  const isPresent = member.connections > 0;
  return member.announced === isPresent && (!isPresent || member.pendingUpdate === null);
}

/** The frame that announces a member's latest state to the others on a channel. */
function announcement(channel: string, member: Member): Buffer {
  if (member.connections === 0)
    return frame("pusher_internal:member_removed", channel, JSON.stringify({ user_id: member.userId }));
  if (!member.announced || member.pendingUpdate === null)
    return frame("pusher_internal:member_added", channel, member.json);
  return makeClientFrame(member.pendingUpdate, channel, JSON.parse(member.infoJson), member.userId);
}

function closeWithError(peer: Peer, bytes: Buffer, code: number, reason: string): void {
  peer.socket.send(bytes, TEXT);
  peer.socket.close(code, reason);
}
