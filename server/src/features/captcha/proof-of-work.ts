import { blake2b } from "@noble/hashes/blake2.js";
import { puzzleBytes } from "./puzzle.ts";

export const solutionBytes = 8;
const inputBytes = 128;
const solutionAt = 120;

/** The bound for the first word of the hash: ⌊2^((255.999 − d) / 8)⌋, as the widget computes it. */
export function hashThreshold(difficulty: number): number {
  return Math.floor(2 ** ((255.999 - difficulty) / 8));
}

export function makeHashInput(puzzle: Uint8Array): Uint8Array {
  const input = new Uint8Array(inputBytes);
  input.set(puzzle.subarray(0, puzzleBytes));
  return input;
}

export function isSolution(input: Uint8Array, solution: Uint8Array, limit: number): boolean {
  input.set(solution, solutionAt);
  const hash = blake2b(input, { dkLen: 32 });
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0, true) < limit;
}
