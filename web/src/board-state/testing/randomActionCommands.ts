import type { BoardView } from "@retro/rules/apply-change";
import type { ActionCommand } from "@retro/rules/actions";
import { type Actor, type ActionContext, sendAs } from "./randomActions.ts";

/**
 * Adds, changes, moves, deletes or restores one random action of the board's list of actions (spec section
 * D).
 */
export function changeActionRandomly(actor: Actor, view: BoardView, context: ActionContext): void {
  sendAs(actor, randomCommand(view, context), context);
}

function randomCommand(view: BoardView, { random, newId }: ActionContext): ActionCommand {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const actions = [...view.actions.values()];
  const action = pick(actions);
  const id = newId();
  const chance = random();
  const other = pick(actions.filter((each) => each !== action))?.id ?? null;
  if (chance < 0.35 || !action)
    return {
      type: "action.add",
      id,
      text: `action ${id}`,
      ...(random() < 0.3 ? { source_item_id: pick([...view.items.keys()]) ?? null } : {}),
      ...(random() < 0.4 ? { after_id: other } : {}),
    };
  const { rev } = action;
  // Like the form of an action: a text names the revision that it started from.
  if (chance < 0.55) return { type: "action.edit", id: action.id, text: `edit ${id}`, rev };
  if (chance < 0.65)
    return {
      type: "action.edit",
      id: action.id,
      status: pick(["open", "done", "dropped"] as const) ?? "open",
    };
  if (chance < 0.7)
    return { type: "action.edit", id: action.id, owner_name: `owner ${id}`, due_on: "2026-12-01" };
  if (chance < 0.88) return { type: "action.move", id: action.id, after_id: random() < 0.3 ? null : other };
  if (chance < 0.96) return { type: "action.delete", id: action.id, ...(random() < 0.5 ? { rev } : {}) };
  return { type: "action.restore", id: action.id, action: null };
}
