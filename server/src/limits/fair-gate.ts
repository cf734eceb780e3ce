import { AppError } from "../http/app-error.ts";
import type { Client } from "./client.ts";

export interface GateLimits {
  /** Requests inside at once. */
  running: number;
  /** Of these, from one address. */
  perAddress: number;
  /** Requests that may wait, of all clients and of one session. */
  waiting: number;
  waitingPerSession: number;
  /** After a request that took t, the next one enters after `rest` × t: with 3, the work takes a quarter of the time. */
  rest: number;
}

const retrySeconds = 2;

interface Entry {
  address: string;
  enter: () => void;
}

/**
 * Lets a bounded number of requests work at the same time, and lets the others wait in a fair order: addresses take
 * turns, and within an address its sessions. A client that sends a thousand requests at once delays another one by
 * the few that are inside, not by a thousand.
 */
export class FairGate {
  readonly #limits: GateLimits;
  /** Waiting requests by address and session; the maps' order is the order of turns. */
  readonly #waiting = new Map<string, Map<string, Entry[]>>();
  readonly #running = new Map<string, number>();
  #runningCount = 0;
  #waitingCount = 0;
  #restUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#runningCount;
  }

  get waiting(): number {
    return this.#waitingCount;
  }

  /** Enters if nobody has to wait. @returns as `enter` does, or null */
  tryEnter(client: Client): (() => void) | null {
    const address = client.address ?? "";
    return this.#waitingCount === 0 && this.#mayRun(address) ? this.#start(address) : null;
  }

  /**
   * Waits for a turn.
   * @param signal aborts when the client leaves: its place in the queue goes to the next one
   * @returns leaves the gate; more than one call does nothing
   * @throws AppError 429 when the session has too many requests waiting, 503 `busy` when all clients together have; the
   *   signal's reason
   */
  async enter(client: Client, signal?: AbortSignal): Promise<() => void> {
    const free = this.tryEnter(client);
    if (free !== null) return free;
    const address = client.address ?? "";
    const session = client.session ?? "";
    if (this.#waitingCount >= this.#limits.waiting)
      throw new AppError(503, "busy", { retryAfter: retrySeconds });
    if ((this.#waiting.get(address)?.get(session)?.length ?? 0) >= this.#limits.waitingPerSession)
      throw new AppError(429, "rate_limited", { retryAfter: retrySeconds });
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const entry: Entry = { address, enter: () => resolve(this.#start(address)) };
    this.#queue(session, entry);
    signal?.addEventListener(
      "abort",
      () => {
        if (this.#remove(session, entry)) reject(signal.reason as Error);
      },
      { once: true },
    );
    this.#next();
    return promise;
  }

  /** Runs work inside the gate. @throws as `enter` does, and what the work throws */
  async run<T>(client: Client, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(client);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  #mayRun(address: string): boolean {
    return (
      this.#runningCount < this.#limits.running &&
      (this.#running.get(address) ?? 0) < this.#limits.perAddress &&
      (this.#limits.rest === 0 || performance.now() >= this.#restUntil)
    );
  }

  #start(address: string): () => void {
    this.#runningCount += 1;
    this.#running.set(address, (this.#running.get(address) ?? 0) + 1);
    const startedAt = performance.now();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#runningCount -= 1;
      const others = (this.#running.get(address) ?? 1) - 1;
      if (others === 0) this.#running.delete(address);
      else this.#running.set(address, others);
      if (this.#limits.rest > 0) {
        const now = performance.now();
        this.#restUntil = now + this.#limits.rest * (now - startedAt);
      }
      this.#next();
    };
  }

  #next(): void {
    if (this.#waitingCount === 0) return;
    const restMs = this.#limits.rest === 0 ? 0 : this.#restUntil - performance.now();
    if (restMs > 0) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#next(), Math.ceil(restMs));
      return;
    }
    while (this.#runningCount < this.#limits.running) {
      const entry = this.#takeNext();
      if (entry === undefined) return;
      entry.enter();
    }
  }

  /** Takes the request whose turn it is; its session and its address go to the end of the turns. */
  #takeNext(): Entry | undefined {
    for (const [address, sessions] of this.#waiting) {
      if (!this.#mayRun(address)) continue;
      const [session, entries] = sessions.entries().next().value as [string, Entry[]];
      const entry = entries[0] as Entry;
      this.#remove(session, entry);
      moveToEnd(sessions, session);
      moveToEnd(this.#waiting, address);
      return entry;
    }
    return undefined;
  }

  #queue(session: string, entry: Entry): void {
    const sessions = this.#waiting.get(entry.address) ?? new Map<string, Entry[]>();
    this.#waiting.set(entry.address, sessions);
    const entries = sessions.get(session) ?? [];
    sessions.set(session, entries);
    entries.push(entry);
    this.#waitingCount += 1;
  }

  /** @returns false when the request does not wait any more */
  #remove(session: string, entry: Entry): boolean {
    const sessions = this.#waiting.get(entry.address);
    const entries = sessions?.get(session);
    const at = entries?.indexOf(entry) ?? -1;
    if (sessions === undefined || entries === undefined || at < 0) return false;
    entries.splice(at, 1);
    if (entries.length === 0) sessions.delete(session);
    if (sessions.size === 0) this.#waiting.delete(entry.address);
    this.#waitingCount -= 1;
    return true;
  }
}

function moveToEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
