import { LRUCache } from "lru-cache";
import { connectionMaxima } from "../limits/connection.ts";
import type { RealtimeLog, PresenceEvent, PresenceMember } from "./push-service.ts";
import { PROTOCOL_CODES, makeErrorFrame, frame } from "./frames.ts";
import { type Member, presenceList } from "./member.ts";
import type { Peer, PeerSocket } from "./peer.ts";
import { Channel, lastSerial } from "./peer.ts";
import { type MemberObserver, PresenceMembers } from "./presence-members.ts";

const TEXT = { binary: false } as const;
const maxLoggedUsers = 5;
const maxEndedChannels = 50_000;

export interface HubOptions {
  log: RealtimeLog;
  clock: () => number;
  onClosed?: (peer: Peer) => void;
  /** The messages to other nodes; missing on a single node. */
  observer?: HubObserver;
}

export interface HubObserver extends MemberObserver {
  channelOpened(channel: string): void;
  channelClosed(channel: string): void;
}

export class Hub {
  readonly peers = new Map<string, Peer>();
  readonly #channels = new Map<string, Channel>();
  readonly #sessions = new Map<string, Set<Peer>>();
  readonly #slowPeers = new Set<Peer>();
  #closingSlowPeers = false;
  readonly #members: PresenceMembers;
  /** By channel: the last connection whose subscription was ended, and the users who keep theirs. */
  readonly #ended = new LRUCache<string, { serial: number; except: string | null }>({
    // Not `max`: it reserves memory for all entries at the start, which is slow.
    maxSize: maxEndedChannels,
    sizeCalculation: () => 1,
  });
  readonly #log: RealtimeLog;
  readonly #onClosed: (peer: Peer) => void;
  readonly #observer: HubObserver | null;

  constructor({ log, clock, onClosed = () => undefined, observer }: HubOptions) {
    this.#log = log;
    this.#onClosed = onClosed;
    this.#observer = observer ?? null;
    this.#members = new PresenceMembers({
      log,
      clock,
      observer: this.#observer,
      deliver: (channel, bytes, except) => this.#deliver(channel, bytes, except),
    });
  }

  channelNames(): string[] {
    return [...this.#channels.keys()];
  }

  send(peer: Peer, bytes: Buffer): void {
    if (peer.isClosed) return;
    if (!isSlow(peer)) peer.socket.send(bytes, TEXT);
    else {
      this.#slowPeers.add(peer);
      this.#closeSlowPeers();
    }
  }

  audience(name: string): number {
    return this.#channels.get(name)?.peers.size ?? 0;
  }

  deliver(name: string, bytes: Buffer, except: Peer | null): void {
    const channel = this.#channels.get(name);
    if (channel !== undefined) this.#deliver(channel, bytes, except);
  }

  members(name: string): string[] {
    return [...(this.#channels.get(name)?.members.keys() ?? [])];
  }

  membership(peer: Peer, name: string): string | null | undefined {
    const channel = this.#channels.get(name);
    return channel === undefined ? undefined : peer.channels.get(channel);
  }

  onPresence(listener: (event: PresenceEvent) => void): () => void {
    return this.#members.onPresence(listener);
  }

  bind(peer: Peer, sessionId: string, userId: string): void {
    peer.sessionId = sessionId;
    peer.userId = userId;
    const bound = this.#sessions.get(sessionId);
    if (bound === undefined) this.#sessions.set(sessionId, new Set([peer]));
    else bound.add(peer);
  }

  connectionsOf(sessionId: string): number {
    return this.#sessions.get(sessionId)?.size ?? 0;
  }

  sessionIds(): string[] {
    return [...this.#sessions.keys()];
  }

  /** Only this connection gets the member list; the others get a message about a new member. */
  join(peer: Peer, name: string, member: PresenceMember | null): void {
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      this.#channels.set(name, (channel = new Channel(name)));
      this.#observer?.channelOpened(name);
    }
    channel.peers.add(peer);
    peer.channels.set(channel, member === null ? null : member.user_id);
    if (member === null) {
      this.send(peer, frame("pusher_internal:subscription_succeeded", name, "{}"));
      return;
    }
    const joined = this.#members.join(channel, member.user_id, peer.userInfo ?? member.user_info);
    this.send(peer, presenceList(name, channel.members));
    if (!peer.isClosed && joined.isNew) this.#members.announceNew(channel, joined.member, peer);
  }

  setMemberElsewhere(
    name: string,
    at: { node: string; userId: string },
    infoJson: string | null,
    event: string | null,
  ): void {
    const channel = this.#channels.get(name);
    if (channel !== undefined) this.#members.setElsewhere(channel, at, infoJson, event);
  }

  membersOf(name: string): Member[] {
    return [...(this.#channels.get(name)?.members.values() ?? [])];
  }

  /** Sends delayed announcements about members who joined and left too often. Call it about once a second. */
  sendDelayedAnnouncements(): void {
    this.#members.sendDelayed();
  }

  leave(peer: Peer, name: string): void {
    const channel = this.#channels.get(name);
    if (channel !== undefined) this.#leave(peer, channel);
  }

  clear(name: string): void {
    const channel = this.#channels.get(name);
    if (channel !== undefined) for (const peer of channel.peers) this.#leave(peer, channel);
  }

  /** Later subscribers get the new data with the list, present ones `event` as from the user. */
  updateMember(userId: string, info: unknown, event: string, except: Peer | null): void {
    const channels = new Set<Channel>();
    for (const peer of this.peers.values()) {
      if (peer.userId !== userId) continue;
      peer.userInfo = info;
      for (const [channel, member] of peer.channels) if (member === userId) channels.add(channel);
    }
    for (const channel of channels) this.#members.update(channel, userId, info, event, except);
  }

  remove(peer: Peer): void {
    if (peer.isClosed) return;
    this.#removePeer(peer);
    for (const channel of peer.channels.keys()) this.#leave(peer, channel);
  }

  drop(peer: Peer, code: number, reason: string): void {
    if (peer.isClosed) return;
    closeWithError(peer, makeErrorFrame(reason, code), code, reason);
    this.remove(peer);
  }

  dropAll(matches: (peer: Peer) => boolean, code: number, reason: string): void {
    for (const peer of this.peers.values()) if (matches(peer)) this.drop(peer, code, reason);
  }

  /** Closes the connections, also those that come later with a signature from before. */
  endSubscriptions(names: readonly string[], except: string | null): void {
    const serial = lastSerial();
    for (const name of names) this.#ended.set(name, { serial, except });
    const isOn = (peer: Peer) =>
      names.some((name) => peer.joining.has(name)) ||
      [...peer.channels.keys()].some((channel) => names.includes(channel.name));
    this.dropAll(
      (peer) => peer.userId !== except && isOn(peer),
      PROTOCOL_CODES.reconnect,
      "Subscription ended",
    );
  }

  /** A connection from before the end may have a signature from then. */
  isEnded(peer: Peer, name: string): boolean {
    const ended = this.#ended.get(name);
    return (
      ended !== undefined &&
      peer.serial <= ended.serial &&
      (ended.except === null || peer.userId !== ended.except)
    );
  }

  /** The connections that are open longest. */
  closeSome(count: number, reason: string): void {
    for (const peer of [...this.peers.values()].slice(0, count))
      this.drop(peer, PROTOCOL_CODES.reconnect, reason);
  }

  closeAll(reason: string): PeerSocket[] {
    const peers = [...this.peers.values()];
    this.#channels.clear();
    this.#members.clear();
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

  /** In a loop, so that the number of slow connections does not deepen the stack. */
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

  #leave(peer: Peer, channel: Channel): void {
    const userId = peer.channels.get(channel);
    if (userId === undefined) return;
    peer.channels.delete(channel);
    channel.peers.delete(peer);
    const isEmpty = channel.peers.size === 0 && this.#channels.get(channel.name) === channel;
    if (isEmpty) this.#channels.delete(channel.name);
    if (userId !== null) this.#members.leave(channel, userId);
    if (isEmpty) this.#observer?.channelClosed(channel.name);
  }
}

function isSlow(peer: Peer): boolean {
  return peer.socket.bufferedAmount > connectionMaxima.unsentBytes.max;
}

function closeWithError(peer: Peer, bytes: Buffer, code: number, reason: string): void {
  peer.socket.send(bytes, TEXT);
  peer.socket.close(code, reason);
}
