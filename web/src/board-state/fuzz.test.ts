import { describe, expect, it } from "vitest";
import { type FuzzOptions, runFuzz } from "./testing/runFuzz.ts";

const seeds = Number(import.meta.env.FUZZ_SEEDS ?? 80);
const together = 20;

/** What the users of a seed do besides: any two of these meet in some seeds. */
function optionsOf(seed: number): FuzzOptions {
  return {
    clients: 4,
    commands: 25,
    facilitated: seed % 2 === 0,
    undoes: seed % 4 >= 2,
    actions: seed % 8 >= 4,
    drafts: seed % 3 === 0,
    fullDatabase: seed % 5 === 0,
  };
}

async function checkSeed(seed: number): Promise<void> {
  const { clients, leaks, deliveryFaults, overwritten } = await runFuzz(seed, optionsOf(seed));
  for (const { id, seen, expected, pending } of clients) {
    expect(pending, `seed ${seed}, ${id}: nothing is left unsent`).toEqual([]);
    expect(seen, `seed ${seed}, ${id}: sees what the server says`).toEqual(expected);
  }
  expect(deliveryFaults, `seed ${seed}: every command is carried out once, and no text is lost`).toEqual([]);
  expect(overwritten, `seed ${seed}: nobody deletes another's newer work`).toEqual([]);
  expect(leaks, `seed ${seed}: nothing withheld was in a view`).toEqual([]);
}

// They also undo and redo, write actions, leave dialogs open, and their browsers' databases are full at times.
describe("[Y2, Y6, Y7, D1] four users on a bad network: all see the same board in the end, and no text is lost", () => {
  for (let first = 1; first <= seeds; first += together)
    it(`seeds ${first} to ${first + together - 1}`, { timeout: 300_000 }, async () => {
      for (let seed = first; seed < first + together; seed += 1) await checkSeed(seed);
    });
});
