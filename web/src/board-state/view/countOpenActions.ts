import type { BoardState } from "../types.ts";

export function countOpenActions({ view }: Pick<BoardState, "view">): number {
  let count = 0;
  for (const { status } of view?.actions.values() ?? []) if (status === "open") count += 1;
  return count;
}
