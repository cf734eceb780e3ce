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
  /** After work that took t, its address waits for `rest` × t: with 3, one address works for a quarter of the time at most. */
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
  /** Until when addresses rest, by `performance.now()`. */
  readonly #restsUntil = new Map<string, number>();
  #runningCount = 0;
  #waitingCount = 0;
  #handingOver = false;
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

  /**
   * Enters again after leaving, before those that wait: whoever holds the turn of a board makes all of the board wait.
   * @returns as `enter` does; throws as it does
   */
  async enterAgain(client: Client): Promise<() => void> {
    const address = client.address ?? "";
    return this.#mayRun(address) ? this.#start(address) : this.enter(client);
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
      performance.now() >= (this.#restsUntil.get(address) ?? 0)
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
      if (this.#limits.rest > 0) this.#beginRest(address, performance.now() - startedAt);
      this.#next();
    };
  }

  #beginRest(address: string, workedMs: number): void {
    const now = performance.now();
    for (const [rested, until] of this.#restsUntil) if (until <= now) this.#restsUntil.delete(rested);
    this.#restsUntil.set(address, now + this.#limits.rest * workedMs);
  }

  /**
   * Hands the free places over in the next turn of the event loop. On SQLite a request works without waiting for anything: without the
   * turns in between, all that wait would work one after another before the loop looks at what has arrived from others meanwhile.
   */
  #next(): void {
    if (this.#waitingCount === 0 || this.#handingOver) return;
    this.#handingOver = true;
    setImmediate(() => {
      this.#handingOver = false;
      for (let entry = this.#takeNext(); entry !== undefined; entry = this.#takeNext()) entry.enter();
      if (this.#waitingCount > 0) this.#wakeAfterRest();
    });
  }

  /** Nobody may enter now. When only rests are in the way, tries again after the shortest. */
  #wakeAfterRest(): void {
    if (this.#runningCount >= this.#limits.running) return;
    const now = performance.now();
    const ends = [...this.#restsUntil].filter(([address, end]) => end > now && this.#waiting.has(address));
    if (ends.length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), Math.ceil(Math.min(...ends.map(([, end]) => end)) - now));
  }

  /** Takes the request whose turn it is; its session and its address go to the end of the turns. */
  #takeNext(): Entry | undefined {
    if (this.#runningCount >= this.#limits.running) return undefined;
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
