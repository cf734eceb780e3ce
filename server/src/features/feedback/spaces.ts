import { AppError } from "../../http/app-error.ts";

const busySeconds = 5;

interface Options {
  /** How many there are; each is made when it is first needed, and used again. */
  spaces: number;
  /** How many may wait for one. */
  waiting: number;
  make: () => Buffer;
}

/**
 * Lends space to read uploads into: one at a time to a person, a few to all, so that memory stays bounded however many come. Who waits
 * is not read from meanwhile, so that their bytes stay with them.
 */
export class Spaces {
  readonly #options: Options;
  readonly #free: Buffer[] = [];
  readonly #queue: ((space: Buffer) => void)[] = [];
  readonly #holders = new Set<string>();
  #made = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Runs the work with a space. @throws AppError 429 when this person has one already, or too many are waiting */
  async lend<T>(userId: string, work: (space: Buffer) => Promise<T>): Promise<T> {
    if (this.#holders.has(userId) || this.#queue.length >= this.#options.waiting) {
      throw new AppError(429, "rate_limited", { retryAfter: busySeconds });
    }
    this.#holders.add(userId);
    const space = await this.#take();
    try {
      return await work(space);
    } finally {
      this.#holders.delete(userId);
      const next = this.#queue.shift();
      if (next === undefined) this.#free.push(space);
      else next(space);
    }
  }

  async #take(): Promise<Buffer> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#made < this.#options.spaces) {
      this.#made += 1;
      return this.#options.make();
    }
    return new Promise((resolve) => this.#queue.push(resolve));
  }
}
