import { makeClientFrame, frame } from "./frames.ts";
import { Member } from "./member.ts";
import type { Channel, Peer } from "./peer.ts";
import type { PresenceEvent, RealtimeLog } from "./push-service.ts";

export interface MemberObserver {
  /** First joined, last left (`infoJson` null), or data changed. */
  memberChanged(channel: string, userId: string, infoJson: string | null, event: string | null): void;
}

interface Options {
  log: RealtimeLog;
  clock: () => number;
  observer: MemberObserver | null;
  deliver: (channel: Channel, bytes: Buffer, except: Peer | null) => void;
}

/** Keeps the members of presence channels, on this node and on others, and announces each of them once. */
export class PresenceMembers {
  readonly #options: Options;
  readonly #listeners = new Set<(event: PresenceEvent) => void>();
  readonly #pending = new Map<Member, Channel>();

  constructor(options: Options) {
    this.#options = options;
  }

  onPresence(listener: (event: PresenceEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Also says whether the user was not on the channel before. */
  join(channel: Channel, userId: string, info: unknown): { member: Member; isNew: boolean } {
    const isNew = !channel.members.has(userId);
    const member = this.#memberOf(channel, userId);
    const before = member.infoJson;
    member.connections += 1;
    // The latest connection has the newest data.
    member.setInfo(info);
    if (member.connections === 1 || member.infoJson !== before)
      this.#options.observer?.memberChanged(channel.name, userId, member.infoJson, null);
    return { member, isNew };
  }

  announceNew(channel: Channel, member: Member, except: Peer | null): void {
    this.#announce(channel, member, except);
    this.#notifyListeners(channel, member.userId, true);
  }

  leave(channel: Channel, userId: string): void {
    const member = channel.members.get(userId);
    if (member === undefined) return;
    member.connections -= 1;
    if (member.connections > 0) return;
    this.#options.observer?.memberChanged(channel.name, userId, null, null);
    this.#removeIfGone(channel, member);
  }

  update(channel: Channel, userId: string, info: unknown, event: string, except: Peer | null): void {
    const member = channel.members.get(userId);
    if (member === undefined) return;
    member.setInfo(info);
    member.pendingUpdate = event;
    this.#options.observer?.memberChanged(channel.name, userId, member.infoJson, event);
    this.#announce(channel, member, except);
  }

  setElsewhere(
    channel: Channel,
    { node, userId }: { node: string; userId: string },
    infoJson: string | null,
    event: string | null,
  ): void {
    const known = channel.members.get(userId);
    if (infoJson === null) {
      if (known?.nodes.delete(node)) this.#removeIfGone(channel, known);
      return;
    }
    const member = known ?? this.#memberOf(channel, userId);
    member.nodes.add(node);
    const isChanged = member.infoJson !== infoJson;
    if (isChanged) member.setInfoJson(infoJson);
    if (known === undefined) this.announceNew(channel, member, null);
    else if (isChanged && event !== null) {
      member.pendingUpdate = event;
      this.#announce(channel, member, null);
    }
  }

  /** Sends delayed announcements about members who joined and left too often. Call it about once a second. */
  sendDelayed(): void {
    const now = this.#options.clock();
    for (const [member, channel] of this.#pending) {
      const isGone = channel.peers.size === 0;
      if (!isGone) this.#announce(channel, member, null);
      if (!isGone && (!isAnnounced(member) || !member.announcements.isFull(now))) continue;
      this.#pending.delete(member);
      if (!member.isPresent) channel.recentMembers.delete(member.userId);
    }
  }

  clear(): void {
    this.#pending.clear();
  }

  #memberOf(channel: Channel, userId: string): Member {
    const present = channel.members.get(userId);
    if (present !== undefined) return present;
    const member = channel.recentMembers.get(userId) ?? new Member(userId, this.#options.clock());
    channel.recentMembers.delete(userId);
    channel.members.set(userId, member);
    return member;
  }

  #removeIfGone(channel: Channel, member: Member): void {
    if (member.isPresent) return;
    channel.members.delete(member.userId);
    channel.recentMembers.set(member.userId, member);
    this.#announce(channel, member, null);
    this.#notifyListeners(channel, member.userId, false);
  }

  /** If the member's bucket is empty, `sendDelayed` announces the state later. */
  #announce(channel: Channel, member: Member, except: Peer | null): void {
    this.#pending.set(member, channel);
    if (isAnnounced(member) || !member.announcements.take(this.#options.clock())) return;
    const bytes = announcement(channel.name, member);
    // Update the state before the delivery: it may find slow connections of this member too, and announce
    // that they leave.
    member.announced = member.isPresent;
    member.pendingUpdate = null;
    this.#options.deliver(channel, bytes, except);
  }

  #notifyListeners(channel: Channel, userId: string, present: boolean): void {
    const { clock, log } = this.#options;
    const event: PresenceEvent = { channel: channel.name, userId, present, at: clock() };
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        log.error({ err: error, channel: channel.name }, "a presence listener failed");
      }
    }
  }
}

function isAnnounced(member: Member): boolean {
  const { isPresent } = member;
  return member.announced === isPresent && (!isPresent || member.pendingUpdate === null);
}

function announcement(channel: string, member: Member): Buffer {
  if (!member.isPresent)
    return frame("pusher_internal:member_removed", channel, JSON.stringify({ user_id: member.userId }));
  if (!member.announced || member.pendingUpdate === null)
    return frame("pusher_internal:member_added", channel, member.json);
  return makeClientFrame(member.pendingUpdate, channel, JSON.parse(member.infoJson), member.userId);
}
