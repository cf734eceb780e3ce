const windowMs = 30 * 60_000;

/** Puzzles an address took in half an hour, and what the next one asks. */
const difficultySteps = [
  { upTo: 100, n: 51, d: 122 },
  { upTo: 250, n: 51, d: 130 },
  { upTo: 500, n: 45, d: 141 },
  { upTo: Number.POSITIVE_INFINITY, n: 45, d: 149 },
] as const;

/** Counts puzzles by address, in memory: a restart is kind to everybody. */
export class DifficultyScale {
  /** Two halves of a sliding window, so that nothing grows with every puzzle. */
  #current = new Map<string, number>();
  #previous = new Map<string, number>();
  #startedAt = 0;

  /** Counts one more puzzle for the address and says how hard it is to be. */
  countPuzzle(address: string, now: number): { n: number; d: number } {
    const age = now - this.#startedAt;
    if (age >= windowMs) {
      this.#previous = age < 2 * windowMs ? this.#current : new Map();
      this.#current = new Map();
      this.#startedAt = now - (age % windowMs);
    }
    const count = (this.#current.get(address) ?? 0) + 1;
    this.#current.set(address, count);
    const share = 1 - (now - this.#startedAt) / windowMs;
    const recent = count + Math.floor((this.#previous.get(address) ?? 0) * share);
    const step = difficultySteps.find(({ upTo }) => recent <= upTo) ?? difficultySteps[3];
    return { n: step.n, d: step.d };
  }
}
