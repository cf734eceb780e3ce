import { blake2b } from "@noble/hashes/blake2.js";
import { expect, it } from "vitest";
import { solvePlainly } from "./plainSolver.ts";

const task = (threshold: number) => ({
  puzzleSolverInput: Uint8Array.from({ length: 128 }, (_, i) => (i < 124 ? i : 0)),
  threshold,
  puzzleIndex: 7,
  puzzleNumber: 2,
});

it("finds the first number whose hash is below the threshold, and leaves the library's bytes alone", async () => {
  const asked = task(2 ** 22);
  const answer = await solvePlainly(asked, () => true);
  const input = asked.puzzleSolverInput.slice();
  const firstWord = (number: number) => {
    new DataView(input.buffer).setUint32(124, number, true);
    return new DataView(blake2b(input, { dkLen: 32 }).slice().buffer).getUint32(0, true);
  };
  let number = 0;
  while (firstWord(number) >= 2 ** 22) number += 1;
  expect(answer).toEqual({
    type: "done",
    solution: input.slice(-8),
    h: number + 1,
    puzzleIndex: 7,
    puzzleNumber: 2,
  });
  expect(asked).toEqual(task(2 ** 22));
});

it("lets the page do something else while it works, and ends when nobody wants the answer any more", async () => {
  let isWanted = true;
  const answer = solvePlainly(task(0), () => isWanted);
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  isWanted = false;
  expect(await answer).toBeNull();
});
