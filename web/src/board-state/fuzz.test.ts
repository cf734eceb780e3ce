import { describe, expect, it } from "vitest";
import { fuzz } from "./testing/fuzz.ts";

const seeds = Number(import.meta.env.FUZZ_SEEDS ?? 500);
const together = 50;

async function checkSeed(seed: number): Promise<void> {
  const { clients, leaks } = await fuzz(seed, { clients: 4, commands: 25, facilitated: seed % 2 === 0 });
  for (const { id, seen, truth, pending } of clients) {
    expect(pending, `seed ${seed}, ${id}: nothing is left unsent`).toEqual([]);
    expect(seen, `seed ${seed}, ${id}: sees what is true`).toEqual(truth);
  }
  expect(leaks, `seed ${seed}: nothing withheld was in a view`).toEqual([]);
}

describe("[R-VERSION] four people, a bad network, and all agree in the end", () => {
  for (let first = 1; first <= seeds; first += together)
    it(`seeds ${first} to ${first + together - 1}`, { timeout: 120_000 }, async () => {
      for (let seed = first; seed < first + together; seed += 1) await checkSeed(seed);
    });
});
