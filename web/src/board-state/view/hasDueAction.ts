import type { BoardState } from "../types.ts";

/** Whether the user sees an action with a due date: only then the calendar of the actions has an entry. */
export function hasDueAction({ view }: BoardState): boolean {
  for (const { due_on, hidden } of view?.actions.values() ?? []) if (due_on !== null && !hidden) return true;
  return false;
}
