import type { BoardView } from "@retro/rules/apply-change";

/** Whether anybody has voted in the present round; concealed counts are the facilitator's to see. */
export function hasVotes(view: BoardView | null): boolean {
  if (view === null) return false;
  for (const { votes } of view.items.values()) if (votes !== null && votes > 0) return true;
  return false;
}
