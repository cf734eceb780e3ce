import { randomBytes } from "node:crypto";
import type { Bus } from "./bus.ts";
import type { RealtimeLog } from "../push-service.ts";

export interface NodeTiming {
  heartbeatMs: number;
  silenceMs: number;
}

/** Users of a node that has ended leave presence within 15 s: the silence, a check and an announcement. */
export const defaultTiming: NodeTiming = { heartbeatMs: 2_500, silenceMs: 10_000 };
const checksPerSilence = 10;
const topic = "nodes";

interface Listeners {
  gone: (node: string) => void;
  back: (node: string) => void;
}

/** Times are of this process only: no clock must agree with another. */
export class NodeLink {
  /** This process; another one after a restart. */
  readonly id = randomBytes(6).toString("base64url");
  readonly #bus: Bus;
  readonly #log: RealtimeLog;
  readonly #timing: NodeTiming;
  readonly #handlers = new Map<string, Set<(data: unknown) => void>>();
  /** When each other node was heard of, by `performance.now()`. */
  readonly #heardAt = new Map<string, number>();
  readonly #gone = new Set<string>();
  readonly #timers: NodeJS.Timeout[] = [];
  #listeners: Listeners = { gone: () => undefined, back: () => undefined };

  constructor(bus: Bus, log: RealtimeLog, timing = defaultTiming) {
    this.#bus = bus;
    this.#log = log;
    this.#timing = timing;
  }

  async start(listeners: Listeners): Promise<void> {
    this.#listeners = listeners;
    await this.#bus.subscribe(topic, (message) => this.#receive(message));
    this.#bus.onChange(() => {
      // While the bus was away nobody was heard: each node gets the whole time again.
      const now = performance.now();
      for (const node of this.#heardAt.keys()) this.#heardAt.set(node, now);
      this.#sendHeartbeat();
    });
    this.#sendHeartbeat();
    const { heartbeatMs, silenceMs } = this.#timing;
    this.#timers.push(
      setInterval(() => this.#sendHeartbeat(), heartbeatMs),
      setInterval(() => this.#findSilent(), silenceMs / checksPerSilence),
    );
    for (const timer of this.#timers) timer.unref();
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  send(kind: string, data: unknown): void {
    this.#bus.publish(topic, JSON.stringify([this.id, kind, data]));
  }

  on(kind: string, listener: (data: unknown) => void): void {
    const handlers = this.#handlers.get(kind);
    if (handlers === undefined) this.#handlers.set(kind, new Set([listener]));
    else handlers.add(listener);
  }

  get otherNodes(): number {
    return this.#heardAt.size;
  }

  /** Whether a node is alive; from then on its end is noticed. @throws the bus's error */
  async isAlive(node: string): Promise<boolean> {
    if (this.#heardAt.has(node)) return true;
    if ((await this.#bus.readValue(aliveKey(node))) === null) return false;
    this.recordAlive(node);
    return true;
  }

  recordAlive(node: string): void {
    this.#heardAt.set(node, performance.now());
    if (this.#gone.delete(node)) this.#listeners.back(node);
  }

  #receive(message: string): void {
    const [node, kind, data] = JSON.parse(message) as [string, string, unknown];
    if (node === this.id) return;
    this.recordAlive(node);
    for (const handler of this.#handlers.get(kind) ?? []) handler(data);
  }

  #sendHeartbeat(): void {
    this.#bus.setValue(aliveKey(this.id), "1", this.#timing.silenceMs);
    this.send("alive", null);
  }

  #findSilent(): void {
    if (!this.#bus.connected) return;
    const now = performance.now();
    for (const [node, at] of this.#heardAt) {
      if (now - at < this.#timing.silenceMs) continue;
      this.#heardAt.delete(node);
      this.#gone.add(node);
      this.#log.info({ node }, "a node has ended or cannot be reached; its users leave presence");
      this.#listeners.gone(node);
    }
  }
}

const aliveKey = (node: string) => `node ${node}`;
