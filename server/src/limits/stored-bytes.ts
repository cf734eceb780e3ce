import type { Costs } from "./table.ts";

export const rowBytes = 500;
export const boardBytes = 20_000;

export function bytesCost(bytes: number, rows = 1): Costs {
  const all = bytes + rows * rowBytes;
  return { writtenBytes: all, storedBytes: all };
}
