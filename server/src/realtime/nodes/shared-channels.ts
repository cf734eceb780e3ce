import { setTimeout as sleep } from "node:timers/promises";
import type { Bus } from "./bus.ts";
import type { Hub, HubObserver } from "../hub.ts";
import type { NodeLink } from "./node-link.ts";
import type { ConnectionRef, RealtimeLog } from "../push-service.ts";
import { type MemberState, MemberTable, SharedMembers } from "./shared-members.ts";

/** A message on a channel's topic; `n` is the node that sends it. */
type Message =
  | { k: "event"; n: string; frame: string; except: ConnectionRef | null }
  | { k: "whisper"; n: string; event: string; data: unknown; userId: string | null }
  | { k: "member"; n: string; user: string; state: MemberState }
  | { k: "read"; n: string };

interface SharedChannel {
  table: MemberTable;
  opening: Promise<void> | null;
  waiting: number;
  isOpen: boolean;
}

interface Options {
  bus: Bus;
  link: NodeLink;
  log: RealtimeLog;
  /** Within this time after the return of the bus all nodes have written their members again. */
  settleMs: number;
  onWhisper: (channel: string, event: string, data: unknown, userId: string | null) => void;
  onOpened: (channel: string) => void;
  /** Called for a channel that connections joined before messages of other nodes arrived. */
  onMissed: (channel: string) => void;
}

const openWithinMs = 2_000;
const rereadMs = 300_000;
const rereadCheckMs = 30_000;
const channelsAtOnce = 50;

/** A node subscribes to the topics of its channels; after lost messages it reads the members again. */
export class SharedChannels implements HubObserver {
  readonly members: SharedMembers;
  readonly #options: Options;
  readonly #channels = new Map<string, SharedChannel>();
  readonly #timer: NodeJS.Timeout;
  #hub!: Hub;

  constructor(options: Options) {
    this.#options = options;
    this.members = new SharedMembers(options);
    this.#timer = setInterval(() => this.#rereadOld(), rereadCheckMs).unref();
  }

  attach(hub: Hub): void {
    this.#hub = hub;
    this.members.attach(hub);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Otherwise an event could be missed between the client's catch-up and the subscription. */
  whenOpen(name: string, join: () => void): void {
    const channel = this.#channels.get(name) ?? this.#open(name);
    if (channel.opening === null) {
      join();
      this.#closeUnused(name, channel);
    } else void this.#joinLater(name, channel, join);
  }

  async #joinLater(name: string, channel: SharedChannel, join: () => void): Promise<void> {
    channel.waiting += 1;
    await channel.opening;
    channel.waiting -= 1;
    join();
    this.#closeUnused(name, channel);
  }

  channelOpened(name: string): void {
    const channel = this.#channels.get(name) ?? this.#open(name);
    channel.isOpen = true;
    this.members.showAll(name, channel.table);
    this.#options.onOpened(name);
  }

  channelClosed(name: string): void {
    const channel = this.#channels.get(name);
    if (channel === undefined) return;
    channel.isOpen = false;
    this.#closeUnused(name, channel);
  }

  memberChanged(name: string, userId: string, infoJson: string | null, event: string | null): void {
    const state = this.members.write(name, userId, infoJson, event);
    this.#publish(name, { k: "member", n: this.#options.link.id, user: userId, state });
  }

  publishEvent(name: string, frame: string, except: ConnectionRef | null): void {
    this.#publish(name, { k: "event", n: this.#options.link.id, frame, except });
  }

  publishWhisper(name: string, event: string, data: unknown, userId: string | null): void {
    this.#publish(name, { k: "whisper", n: this.#options.link.id, event, data, userId });
  }

  async users(name: string): Promise<string[]> {
    if (!this.#options.bus.connected) throw new Error("Redis is away: other nodes' users are unknown");
    return this.#channels.get(name)?.isOpen ? this.#hub.members(name) : this.members.readUsers(name);
  }

  async recover(): Promise<void> {
    await this.#forEachPresence(async (name, { table }) => {
      // The others may not have written theirs yet: whoever is missing stays for now.
      await this.members.reread(name, table, () => false);
      this.#publish(name, { k: "read", n: this.#options.link.id });
    });
    await sleep(this.#options.settleMs, undefined, { ref: false });
    await this.#forEachPresence((name, { table }) => this.members.reread(name, table));
  }

  removeNode(node: string): void {
    for (const [name, { table }] of this.#channels) this.members.removeNode(name, table, node);
  }

  async #forEachPresence(work: (name: string, channel: SharedChannel) => Promise<void>): Promise<void> {
    const all = [...this.#channels].filter(([name]) => isPresence(name));
    for (let at = 0; at < all.length && this.#options.bus.connected; at += channelsAtOnce)
      await Promise.all(all.slice(at, at + channelsAtOnce).map(([name, channel]) => work(name, channel)));
  }

  #open(name: string): SharedChannel {
    const channel: SharedChannel = { table: new MemberTable(), opening: null, waiting: 0, isOpen: false };
    this.#channels.set(name, channel);
    const subscribed = this.#subscribe(name, channel);
    // The bus subscribes again when it is back.
    if (this.#options.bus.connected) channel.opening = this.#openInTime(name, channel, subscribed);
    return channel;
  }

  async #openInTime(name: string, channel: SharedChannel, subscribed: Promise<void>): Promise<void> {
    const timeout = new AbortController();
    const late = sleep(openWithinMs, true, { ref: false, signal: timeout.signal }).catch(() => false);
    const isLate = await Promise.race([subscribed, late]);
    timeout.abort();
    channel.opening = null;
    if (isLate !== true) return;
    void subscribed.finally(() => this.#options.onMissed(name));
  }

  async #subscribe(name: string, channel: SharedChannel): Promise<void> {
    const { bus, log } = this.#options;
    try {
      await bus.subscribe(name, (message) => this.#receive(name, channel, message));
      if (isPresence(name)) await this.members.read(name, channel.table);
    } catch (error) {
      log.debug({ err: error, channel: name }, "a channel is open on this node only, until the bus is back");
    }
  }

  #closeUnused(name: string, channel: SharedChannel): void {
    if (channel.isOpen || channel.waiting > 0 || this.#channels.get(name) !== channel) return;
    this.#channels.delete(name);
    this.#options.bus.unsubscribe(name);
  }

  #receive(name: string, channel: SharedChannel, text: string): void {
    const { link } = this.#options;
    const message = JSON.parse(text) as Message;
    if (message.n === link.id || this.#channels.get(name) !== channel) return;
    link.recordAlive(message.n);
    switch (message.k) {
      case "event": {
        const { frame, except } = message;
        const named = except === null ? undefined : this.#hub.peers.get(except.socketId);
        // The sender's node does not know who owns the connection.
        const isOwn = named !== undefined && named.sessionId === except?.sessionId;
        this.#hub.deliver(name, Buffer.from(frame), isOwn ? named : null);
        return;
      }
      case "whisper":
        this.#options.onWhisper(name, message.event, message.data, message.userId);
        return;
      case "member":
        this.members.note(name, channel.table, `${message.n} ${message.user}`, message.state);
        return;
      case "read":
        void this.members.reread(name, channel.table, (node) => node === message.n);
        return;
      default:
        message satisfies never;
    }
  }

  #rereadOld(): void {
    const now = performance.now();
    for (const [name, { table }] of this.#channels)
      if (isPresence(name) && now - table.readAt > rereadMs) void this.members.reread(name, table);
  }

  #publish(name: string, message: Message): void {
    this.#options.bus.publish(name, JSON.stringify(message));
  }
}

const isPresence = (name: string) => name.startsWith("presence-");
