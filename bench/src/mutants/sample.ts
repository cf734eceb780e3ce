/** Draws `count` values at random; the same seed draws the same values from the same list. */
export function drawSample<Value>(values: readonly Value[], count: number, seed: number): Value[] {
  const next = seededRandom(seed);
  return values
    .map((value) => ({ value, rank: next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ value }) => value);
}

/** Random numbers from 0 to 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
