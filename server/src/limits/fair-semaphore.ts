import { AppError } from "../http/errors/app-error.ts";
import { FairQueue } from "../fair-queue.ts";
import type { Payer } from "./payer.ts";

export interface SemaphoreLimits {
  running: number;
  perAddress: number;
  waiting: number;
  waitingPerSession: number;
  /** With 3, one address works for at most a quarter of the time. */
  rest: number;
}

const retrySeconds = 2;
/** So many slots in a row go to people at work while others wait. */
const firstInARow = 3;

/** Addresses take turns, and within one its sessions. Requests that go first take three of four slots. */
export class FairSemaphore {
  readonly #limits: SemaphoreLimits;
  readonly #waiting = new FairQueue<() => void>();
  readonly #waitingFirst = new FairQueue<() => void>();
  #firstTaken = 0;
  readonly #running = new Map<string, number>();
  readonly #cooldownEnds = new Map<string, number>();
  #runningCount = 0;
  readonly #admittedThisTick = new Set<string>();
  #handingOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#runningCount;
  }

  get waiting(): number {
    return this.#waiting.size + this.#waitingFirst.size;
  }

  tryAcquire(payer: Partial<Payer>, first = false): (() => void) | null {
    const address = payer.address ?? "";
    const ahead = first ? this.#waitingFirst.size : this.waiting;
    if (ahead > 0 || this.#admittedThisTick.has(address) || !this.#mayRun(address)) return null;
    this.#recordAdmitted(address);
    return this.#start(address);
  }

  async acquire(
    payer: Partial<Payer>,
    { signal, first = false }: { signal?: AbortSignal; first?: boolean } = {},
  ): Promise<() => void> {
    const free = this.tryAcquire(payer, first);
    if (free !== null) return free;
    const queue = first ? this.#waitingFirst : this.#waiting;
    const owner = { address: payer.address ?? "", session: payer.session ?? null };
    if (this.waiting >= this.#limits.waiting) throw new AppError(503, "busy", { retryAfter: retrySeconds });
    // After a restart no session is known yet: a whole office waits as one.
    const most = owner.session === null ? this.#limits.waiting / 2 : this.#limits.waitingPerSession;
    if (this.#waiting.countOf(owner) + this.#waitingFirst.countOf(owner) >= most)
      throw new AppError(429, "rate_limited", { retryAfter: retrySeconds });
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const enterNow = () => resolve(this.#start(owner.address));
    queue.add(owner, enterNow);
    signal?.addEventListener(
      "abort",
      () => {
        if (queue.remove(owner, enterNow)) reject(signal.reason as Error);
      },
      { once: true },
    );
    this.#startNext();
    return promise;
  }

  /** Ahead of all waiting requests, because other requests of its board wait for this one. */
  async acquireAgain(payer: Partial<Payer>): Promise<() => void> {
    const address = payer.address ?? "";
    return this.#mayRun(address) ? this.#start(address) : this.acquire(payer);
  }

  async run<T>(payer: Partial<Payer>, work: () => Promise<T>): Promise<T> {
    const leave = await this.acquire(payer);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  #mayRun(address: string, now = performance.now()): boolean {
    return (
      this.#runningCount < this.#limits.running &&
      (this.#running.get(address) ?? 0) < this.#limits.perAddress &&
      now >= (this.#cooldownEnds.get(address) ?? 0)
    );
  }

  /** One slot in a turn of the event loop: on SQLite a request runs without waiting. */
  #recordAdmitted(address: string): void {
    if (this.#admittedThisTick.size === 0) setImmediate(() => this.#admittedThisTick.clear());
    this.#admittedThisTick.add(address);
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
      if (this.#limits.rest > 0) this.#beginCooldown(address, performance.now() - startedAt);
      this.#startNext();
    };
  }

  #beginCooldown(address: string, workedMs: number): void {
    const now = performance.now();
    for (const [rested, until] of this.#cooldownEnds) if (until <= now) this.#cooldownEnds.delete(rested);
    this.#cooldownEnds.set(address, now + this.#limits.rest * workedMs);
  }

  /** One in each turn of the event loop; `#recordAdmitted` says why. */
  #startNext(): void {
    if (this.waiting === 0 || this.#handingOver) return;
    this.#handingOver = true;
    setImmediate(() => {
      this.#handingOver = false;
      // One look at the clock: a pause that ended between two looks would prevent the request now and set no
      // timer for it.
      const now = performance.now();
      const enterNow = this.#takeNext(now);
      enterNow?.();
      if (enterNow !== undefined) this.#startNext();
      else if (this.waiting > 0) this.#wakeAfterCooldown(now);
    });
  }

  #wakeAfterCooldown(now: number): void {
    if (this.#runningCount >= this.#limits.running) return;
    const ends = [...this.#cooldownEnds].filter(
      ([address, end]) =>
        end > now && (this.#waiting.hasAddress(address) || this.#waitingFirst.hasAddress(address)),
    );
    if (ends.length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.#startNext(),
      Math.ceil(Math.min(...ends.map(([, end]) => end)) - now),
    );
  }

  #takeNext(now: number): (() => void) | undefined {
    if (this.#runningCount >= this.#limits.running) return undefined;
    const conditions = { address: (address: string) => this.#mayRun(address, now) };
    const takeFirst = () => this.#waitingFirst.takeNext(conditions);
    if (this.#firstTaken < firstInARow) {
      const entry = takeFirst();
      if (entry !== undefined) {
        this.#firstTaken += 1;
        return entry;
      }
    }
    this.#firstTaken = 0;
    return this.#waiting.takeNext(conditions) ?? takeFirst();
  }
}
