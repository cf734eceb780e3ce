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

  get idle(): boolean {
    return this.#running === 0;
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

/** A queue for each key, one piece of work at a time; a key without work costs nothing. */
export class KeyedQueue {
  readonly #limits: WaitLimits;
  readonly #queues = new Map<string, WaitQueue>();

  constructor(limits: Omit<WaitLimits, "slots">) {
    this.#limits = { ...limits, slots: 1 };
  }

  isBusy(key: string): boolean {
    return this.#queues.has(key);
  }

  get length(): number {
    let sum = 0;
    for (const queue of this.#queues.values()) sum += queue.length;
    return sum;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    let queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, (queue = new WaitQueue(this.#limits)));
    try {
      return await queue.run(work);
    } finally {
      if (queue.idle) this.#queues.delete(key);
    }
  }
}
