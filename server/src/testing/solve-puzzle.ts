import {
  isSolution,
  solutionBytes,
  hashThreshold,
  makeHashInput,
} from "../features/captcha/proof-of-work.ts";

/** Solves a puzzle as the widget does, in its format; for tests and cheap puzzles. */
export function solvePuzzle(puzzle: string): string {
  const [signature, base64 = ""] = puzzle.split(".");
  const bytes = Buffer.from(base64, "base64");
  const n = bytes.readUInt8(14);
  const limit = hashThreshold(bytes.readUInt8(15));
  const input = makeHashInput(bytes);
  const solutions = Buffer.alloc(n * solutionBytes);
  for (let i = 0; i < n; i += 1) {
    const solution = solutions.subarray(i * solutionBytes, (i + 1) * solutionBytes);
    solution.writeUInt8(i, 0);
    for (let nonce = 0; !isSolution(input, solution, limit); nonce += 1) solution.writeUInt32LE(nonce, 4);
  }
  return `${signature}.${base64}.${solutions.toString("base64")}.AgAA`;
}
