import type { Costs } from "./table.ts";

/** Bytes that a stored row takes in addition to its text, for `writtenBytes` and `storedBytes`. */
export const rowBytes = 500;
/** Bytes of a new board with its sections and their columns. */
export const boardBytes = 20_000;

/** The cost of storing `bytes` of text in `rows` new rows, for both byte limits. */
export function bytesCost(bytes: number, rows = 1): Costs {
  const all = bytes + rows * rowBytes;
  return { writtenBytes: all, storedBytes: all };
}
