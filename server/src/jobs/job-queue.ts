import { AppError } from "../http/app-error.ts";

/** Whose job it is: turns go round the addresses, and within an address round its sessions. */
export interface Owner {
  session: string;
  address: string;
}

export interface QueueLimits {
  /** Jobs that run at once, of one session never more than one. */
  running: number;
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
 * A bounded queue that is fair to sessions: a session that queues a hundred jobs delays another session's first job by one job, not by a
 * hundred. How many jobs a session may have in progress is not its business: `Limits.hold` counts them.
 */
export class JobQueue {
  readonly #limits: QueueLimits;
  /** Waiting jobs by address and session. The map's order is the order of turns: the one that had its turn goes to the end. */
  readonly #waiting = new Map<string, Map<string, Entry[]>>();
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
   * @throws AppError 503 `busy` when the queue is full or closed; the signal's reason when it aborts; else what the work throws
   */
  async run<T>(owner: Owner, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#closed || this.#waitingCount >= this.#limits.waiting)
      throw new AppError(503, "busy", { retryAfter: retrySeconds });

    return new Promise<T>((resolve, reject) => {
      const stop = new AbortController();
      const entry: Entry = {
        owner,
        start: async () => {
          try {
            resolve(await work(stop.signal));
          } catch (error) {
            reject(error);
          } finally {
            signal.removeEventListener("abort", leave);
          }
        },
      };
      const leave = (): void => {
        reject(signal.reason as Error);
        if (!this.#remove(entry)) setTimeout(() => stop.abort(signal.reason), this.#limits.leftMs).unref();
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
        // Sessions that came while the job ran are before it now.
        this.#endTurn(entry.owner);
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
    for (const sessions of this.#waiting.values())
      for (const [session, [entry]] of sessions) {
        if (entry === undefined || this.#runningSessions.has(session)) continue;
        this.#remove(entry);
        this.#endTurn(entry.owner);
        return entry;
      }
    return undefined;
  }

  #endTurn({ address, session }: Owner): void {
    const sessions = this.#waiting.get(address);
    if (sessions === undefined) return;
    moveToEnd(sessions, session);
    moveToEnd(this.#waiting, address);
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
}

function moveToEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
