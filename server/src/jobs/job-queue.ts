import { AppError } from "../http/app-error.ts";

/** Whose job it is: turns go round the addresses, and within an address round its sessions. */
export interface Owner {
  session: string;
  address: string;
}

export interface QueueLimits {
  /** Jobs that run at once. */
  running: number;
  /** Jobs of one session, waiting and running together; one of them runs at a time. */
  perSession: number;
  /** Jobs that wait, of all sessions. */
  waiting: number;
  /** How long a running job continues after its requester left: most finish sooner than a new worker thread would start. */
  leftMs: number;
}

const retrySeconds = 5;

interface Entry {
  owner: Owner;
  start: () => Promise<void>;
}

/**
 * A bounded queue that is fair to sessions: whoever queues a hundred jobs delays somebody else's first job by one job, not by a hundred.
 */
export class JobQueue {
  readonly #limits: QueueLimits;
  /** Waiting jobs by address and session. The map's order is the order of turns: the one that had its turn goes to the end. */
  readonly #waiting = new Map<string, Map<string, Entry[]>>();
  /** Waiting and running jobs of a session. */
  readonly #jobs = new Map<string, number>();
  readonly #runningSessions = new Set<string>();
  #waitingCount = 0;
  #closed = false;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waitingCount;
  }

  get running(): number {
    return this.#runningSessions.size;
  }

  /**
   * Runs the work when its turn comes.
   * @param work is given a signal that aborts some time after the requester's signal
   * @param signal the requester's: a waiting job is dropped when it aborts
   * @returns what the work returns
   * @throws AppError 429 `rate_limited` when the session has too many jobs, 503 `busy` when the queue is full or closed; the signal's
   *   reason when it aborts; else what the work throws
   */
  async run<T>(owner: Owner, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#closed || this.#waitingCount >= this.#limits.waiting)
      throw new AppError(503, "busy", { retryAfter: retrySeconds });
    const count = this.#jobs.get(owner.session) ?? 0;
    if (count >= this.#limits.perSession)
      throw new AppError(429, "rate_limited", { retryAfter: retrySeconds });
    this.#jobs.set(owner.session, count + 1);

    return new Promise<T>((resolve, reject) => {
      const stop = new AbortController();
      const entry: Entry = {
        owner,
        start: async () => {
          try {
            resolve(await work(stop.signal));
          } catch (error) {
            reject(error as Error);
          } finally {
            signal.removeEventListener("abort", leave);
          }
        },
      };
      const leave = (): void => {
        reject(signal.reason as Error);
        if (this.#remove(entry)) this.#release(owner);
        else setTimeout(() => stop.abort(signal.reason), this.#limits.leftMs).unref();
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#add(entry);
      this.#startNext();
    });
  }

  /** Refuses new jobs. Jobs that wait still run, unless their requesters leave. */
  close(): void {
    this.#closed = true;
  }

  #startNext(): void {
    while (this.#runningSessions.size < this.#limits.running) {
      const entry = this.#takeNext();
      if (entry === undefined) return;
      this.#runningSessions.add(entry.owner.session);
      void entry.start().finally(() => {
        this.#runningSessions.delete(entry.owner.session);
        this.#release(entry.owner);
        this.#startNext();
      });
    }
  }

  #add(entry: Entry): void {
    const { address, session } = entry.owner;
    const sessions = this.#waiting.get(address) ?? new Map<string, Entry[]>();
    this.#waiting.set(address, sessions);
    const entries = sessions.get(session) ?? [];
    sessions.set(session, entries);
    entries.push(entry);
    this.#waitingCount += 1;
  }

  /** Takes the job whose turn it is, and puts its session and address at the end of the turns. */
  #takeNext(): Entry | undefined {
    for (const [address, sessions] of this.#waiting)
      for (const [session, [entry]] of sessions) {
        if (entry === undefined || this.#runningSessions.has(session)) continue;
        this.#remove(entry);
        moveToEnd(sessions, session);
        moveToEnd(this.#waiting, address);
        return entry;
      }
    return undefined;
  }

  /** @returns false when the job does not wait any more */
  #remove(entry: Entry): boolean {
    const { address, session } = entry.owner;
    const sessions = this.#waiting.get(address);
    const entries = sessions?.get(session);
    const at = entries?.indexOf(entry) ?? -1;
    if (sessions === undefined || entries === undefined || at < 0) return false;
    entries.splice(at, 1);
    if (entries.length === 0) sessions.delete(session);
    if (sessions.size === 0) this.#waiting.delete(address);
    this.#waitingCount -= 1;
    return true;
  }

  #release({ session }: Owner): void {
    const left = (this.#jobs.get(session) ?? 1) - 1;
    if (left === 0) this.#jobs.delete(session);
    else this.#jobs.set(session, left);
  }
}

function moveToEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
