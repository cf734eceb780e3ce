import type { Action } from "@retro/contract/actions";
import { sortActions } from "@retro/rules/actions";
import type { BoardView } from "@retro/rules/apply-change";
import { useBoardState } from "../../board-state/boardHooks.ts";

const none: readonly Action[] = [];
const sorted = new WeakMap<BoardView["actions"], readonly Action[]>();

export function useActions(): readonly Action[] {
  return useBoardState(({ view }) => {
    if (view === null || view.actions.size === 0) return none;
    let actions = sorted.get(view.actions);
    if (actions === undefined) sorted.set(view.actions, (actions = sortActions(view.actions.values())));
    return actions;
  });
}
