import { blake2b } from "@noble/hashes/blake2.js";

/** What the library sends to its workers. */
export interface SolverTask {
  /** 128 bytes; the last four are the number to find. */
  puzzleSolverInput: Uint8Array;
  /** The first word of the hash is below it. */
  threshold: number;
  puzzleIndex: number;
  puzzleNumber: number;
}

/** Between two slices the page takes a click or a key. */
const sliceMs = 10;
const hashesBetweenLooks = 16;

/**
 * Solves one part of a set in the page, in slices.
 * @returns what a worker of the library answers; null once `isWanted` returns false
 */
export async function solvePlainly(task: SolverTask, isWanted: () => boolean) {
  const input = task.puzzleSolverInput.slice();
  const view = new DataView(input.buffer);
  let number = 0;
  while (isWanted()) {
    const until = performance.now() + sliceMs;
    do {
      for (let i = 0; i < hashesBetweenLooks; i += 1, number += 1) {
        view.setUint32(124, number, true);
        const hash = blake2b(input, { dkLen: 32 });
        if (new DataView(hash.buffer, hash.byteOffset).getUint32(0, true) >= task.threshold) continue;
        const { puzzleIndex, puzzleNumber } = task;
        return { type: "done", solution: input.slice(-8), h: number + 1, puzzleIndex, puzzleNumber } as const;
      }
    } while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return null;
}
