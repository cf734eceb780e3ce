/** Too much work waits, or the wait was too long. The work has not begun. */
export class QueueFullError extends Error {
  constructor(reason: "length" | "wait") {
    super(reason === "length" ? "too many are waiting" : "the wait was too long");
    this.name = "QueueFull";
  }
}

export interface WaitLimits {
  slots: number;
  waiting: number;
  waitMs: number;
}

/** Lets a fixed number of pieces of work run at a time; the others wait in the order of arrival. */
export class WaitQueue {
  readonly #limits: WaitLimits;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limits: WaitLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#waiting.size;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.slots) this.#running += 1;
    else await this.#waitForSlot();
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  #waitForSlot(): Promise<void> {
    if (this.#waiting.size >= this.#limits.waiting) throw new QueueFullError("length");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timeout = setTimeout(() => {
      this.#waiting.delete(start);
      reject(new QueueFullError("wait"));
    }, this.#limits.waitMs);
    const start = () => {
      clearTimeout(timeout);
      resolve();
    };
    this.#waiting.add(start);
    return promise;
  }

  #startNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

export interface KeyLimits extends Omit<WaitLimits, "slots"> {
  /** So many that wait for one key are carried out together. */
  together: number;
}

/**
 * Carries out the entries that `take` returns, in order: the leader's, and those that wait, up to the first
 * that `isLast`, which it includes. @returns a result for each
 */
export type Lead<E, R> = (take: (isLast: (entry: E) => boolean) => E[]) => Promise<PromiseSettledResult<R>[]>;

interface Piece {
  entry: unknown;
  told: PromiseWithResolvers<PromiseSettledResult<unknown> | "lead">;
  timeout?: NodeJS.Timeout;
}

/** A queue for each key. Its entries are carried out in order; a key without work costs nothing. */
export class KeyedQueue {
  readonly #limits: KeyLimits;
  readonly #waiting = new Map<string, Set<Piece>>();

  constructor(limits: KeyLimits) {
    this.#limits = limits;
  }

  isBusy(key: string): boolean {
    return this.#waiting.has(key);
  }

  get length(): number {
    let sum = 0;
    for (const waiting of this.#waiting.values()) sum += waiting.size;
    return sum;
  }

  /** Calls `lead` when the entry's turn has come, unless another entry has taken it along by then. */
  async run<E, R>(key: string, entry: E, lead: Lead<E, R>): Promise<R> {
    const own: Piece = { entry, told: Promise.withResolvers() };
    let waiting = this.#waiting.get(key);
    if (waiting === undefined) this.#waiting.set(key, (waiting = new Set()));
    else {
      this.#wait(waiting, own);
      const told = await own.told.promise;
      if (told !== "lead") return resultOf(told as PromiseSettledResult<R>);
    }
    const others: Piece[] = [];
    try {
      const [mine, ...theirs] = await lead((isLast) => {
        const entries = [entry];
        while (entries.length < this.#limits.together && !isLast(entries.at(-1) as E)) {
          const other = takeFirst(waiting);
          if (other === undefined) break;
          others.push(other);
          entries.push(other.entry as E);
        }
        return entries;
      });
      for (const [i, other] of others.entries())
        other.told.resolve(theirs[i] as PromiseSettledResult<unknown>);
      return resultOf(mine as PromiseSettledResult<R>);
    } catch (error) {
      for (const other of others) other.told.reject(error);
      throw error;
    } finally {
      const next = takeFirst(waiting);
      if (next === undefined) this.#waiting.delete(key);
      else next.told.resolve("lead");
    }
  }

  #wait(waiting: Set<Piece>, piece: Piece): void {
    if (waiting.size >= this.#limits.waiting) throw new QueueFullError("length");
    piece.timeout = setTimeout(() => {
      waiting.delete(piece);
      piece.told.reject(new QueueFullError("wait"));
    }, this.#limits.waitMs);
    waiting.add(piece);
  }
}

function takeFirst(waiting: Set<Piece>): Piece | undefined {
  const [piece] = waiting;
  if (piece === undefined) return undefined;
  waiting.delete(piece);
  clearTimeout(piece.timeout);
  return piece;
}

function resultOf<R>(result: PromiseSettledResult<R>): R {
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
