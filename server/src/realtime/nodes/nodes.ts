import { LRUCache } from "lru-cache";
import type { Bus } from "./bus.ts";
import { frame } from "../frames.ts";
import type { Hub } from "../hub.ts";
import { defaultTiming, NodeLink, type NodeTiming } from "./node-link.ts";
import { fitPayload } from "../payload.ts";
import type { ProtocolNodes } from "../protocol.ts";
import type { ConnectionRef, Nodes, RealtimeLog } from "../push-service.ts";
import { SharedChannels } from "./shared-channels.ts";
import type { SignedOwner } from "../signature.ts";

/** The only node of an installation, or one whose events a hosted provider carries. */
export const singleNode: Nodes = {
  connected: true,
  others: 0,
  send: () => undefined,
  on: () => undefined,
  onMissed: () => undefined,
  onOpened: () => undefined,
  deliver: () => undefined,
  state: () => null,
};

interface Options {
  bus: Bus;
  log: RealtimeLog;
  clock: () => number;
  onWhisper: (channel: string, event: string, data: unknown, userId: string | null) => void;
  timing?: NodeTiming | undefined;
}

/** A signature of another node is used within moments; a client whose signature is older asks again. */
const signatureMs = 60_000;
/** Other nodes' clients must not all ask the database at the same moment. */
const longestMissedDelayMs = 500;

export class BusNodes implements Nodes, ProtocolNodes {
  readonly channels: SharedChannels;
  readonly #bus: Bus;
  readonly #link: NodeLink;
  readonly #log: RealtimeLog;
  readonly #clock: () => number;
  /** When sessions and users ended: signatures from before open nothing any more. */
  readonly #ended = new LRUCache<string, number>({
    maxSize: 10_000,
    sizeCalculation: () => 1,
    ttl: 2 * signatureMs,
  });
  readonly #missedListeners: ((channels: readonly string[]) => void)[] = [];
  readonly #openedListeners: ((channel: string) => void)[] = [];
  #missedTimer: NodeJS.Timeout | null = null;
  #hub!: Hub;

  constructor({ bus, log, clock, onWhisper, timing }: Options) {
    this.#bus = bus;
    this.#log = log;
    this.#clock = clock;
    this.#link = new NodeLink(bus, log, timing);
    this.channels = new SharedChannels({
      bus,
      log,
      link: this.#link,
      settleMs: (timing ?? defaultTiming).silenceMs / 2,
      onWhisper,
      onOpened: (name) => this.#openedListeners.forEach((listener) => listener(name)),
      onMissed: (name) => this.#missed([name]),
    });
  }

  async start(hub: Hub): Promise<void> {
    this.#hub = hub;
    this.channels.attach(hub);
    this.on("missed", () => this.#missedSoon());
    this.#bus.onChange((connected) => {
      if (!connected) return;
      this.send("missed", null);
      this.#missedSoon();
      this.#recover();
    });
    await this.#link.start({
      gone: (node) => this.channels.removeNode(node),
      back: () => this.#recover(),
    });
  }

  async close(): Promise<void> {
    if (this.#missedTimer !== null) clearTimeout(this.#missedTimer);
    this.#link.stop();
    this.channels.stop();
    await this.#bus.close();
  }

  get connected(): boolean {
    return this.#bus.connected;
  }

  get others(): number {
    return this.#link.otherNodes;
  }

  send(kind: string, data: unknown): void {
    this.#link.send(kind, data);
  }

  on(kind: string, listener: (data: unknown) => void): void {
    this.#link.on(kind, listener);
  }

  onMissed(listener: (channels: readonly string[]) => void): void {
    this.#missedListeners.push(listener);
  }

  onOpened(listener: (channel: string) => void): void {
    this.#openedListeners.push(listener);
  }

  deliver(channel: string, event: string, data: unknown): void {
    const json = fitPayload(data, channel, event, this.#log);
    if (json !== null) this.#hub.deliver(channel, frame(event, channel, json), null);
  }

  state() {
    return this.#bus.state();
  }

  whenOpen(channel: string, join: () => void): void {
    this.channels.whenOpen(channel, join);
  }

  publishWhisper(channel: string, event: string, data: unknown, userId: string | null): void {
    this.channels.publishWhisper(channel, event, data, userId);
  }

  publishEvent(channel: string, bytes: Buffer, except: ConnectionRef | undefined): void {
    this.channels.publishEvent(channel, bytes.toString(), except ?? null);
  }

  isCurrent({ sessionId, userId, signedAt }: SignedOwner): boolean {
    const endedAt = Math.max(this.#ended.get(sessionId) ?? 0, this.#ended.get(userId) ?? 0);
    return signedAt > endedAt && Math.abs(this.#clock() - signedAt) < signatureMs;
  }

  recordEnd(sessionOrUserId: string): void {
    this.#ended.set(sessionOrUserId, this.#clock());
  }

  #recover(): void {
    this.channels
      .recover()
      .catch((error: unknown) => this.#log.error({ err: error }, "presence could not be shared again"));
  }

  /** Several nodes that come back at once cause one call. */
  #missedSoon(): void {
    this.#missedTimer ??= setTimeout(() => {
      this.#missedTimer = null;
      this.#missed(this.#hub.channelNames());
    }, Math.random() * longestMissedDelayMs).unref();
  }

  #missed(channels: readonly string[]): void {
    for (const listener of this.#missedListeners) listener(channels);
  }
}
