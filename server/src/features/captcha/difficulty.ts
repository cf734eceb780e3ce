const windowMs = 30 * 60_000;
/** Addresses that are counted in one window; past it, the one that asked least recently counts anew. */
const mostAddresses = 50_000;

const difficultySteps = [
  { upTo: 100, n: 51, d: 122 },
  { upTo: 250, n: 51, d: 130 },
  { upTo: 500, n: 45, d: 141 },
  { upTo: Number.POSITIVE_INFINITY, n: 45, d: 149 },
] as const;

export interface Difficulty {
  /** Parts of the set. */
  n: number;
  /** Of each part: eight more double its work. */
  d: number;
}

const lighterBy = 56;

/** For a slow device: as many parts with a 128th of the work. */
export function lighter({ n, d }: Difficulty): Difficulty {
  return { n, d: Math.max(0, d - lighterBy) };
}

export class DifficultyScale {
  /** A sliding window in two halves: memory grows with addresses, not with puzzles. */
  #current = new Map<string, number>();
  #previous = new Map<string, number>();
  #startedAt = 0;

  countPuzzle(address: string, now: number): Difficulty {
    const age = now - this.#startedAt;
    if (age >= windowMs) {
      this.#previous = age < 2 * windowMs ? this.#current : new Map();
      this.#current = new Map();
      this.#startedAt = now - (age % windowMs);
    }
    const count = (this.#current.get(address) ?? 0) + 1;
    // Set anew, so that the map is in the order of the last puzzle.
    this.#current.delete(address);
    this.#current.set(address, count);
    if (this.#current.size > mostAddresses) this.#current.delete(this.#current.keys().next().value as string);
    const share = 1 - (now - this.#startedAt) / windowMs;
    const recent = count + Math.floor((this.#previous.get(address) ?? 0) * share);
    const step = difficultySteps.find(({ upTo }) => recent <= upTo) ?? difficultySteps[3];
    return { n: step.n, d: step.d };
  }
}
