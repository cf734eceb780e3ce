import type { Change } from "@retro/contract/changes";
import { applyChange, type BoardView } from "@retro/rules/apply";
import { predict } from "@retro/rules/predict";
import { subtreeIds } from "@retro/rules/tree";
import { sameItem } from "./absorb.ts";
import type { Entry } from "./outbox.ts";

/** What is shown: the confirmed view, what is pending applied, without what is about to be deleted [Y5]. */
export function project(
  confirmed: BoardView,
  entries: readonly Entry[],
  deferred: ReadonlySet<string>,
): BoardView {
  let view = confirmed;
  for (const entry of entries) if (entry.state !== "failed") view = foresee(view, entry);
  for (const id of deferred)
    if (view.items.has(id))
      view = applyChange(view, { type: "item.deleted", ids: subtreeIds(view.items, id) });
  return view;
}

function foresee(view: BoardView, entry: Entry): BoardView {
  const { command } = entry;
  // What is hidden from this user meanwhile is not theirs to edit: the server will say so, and nothing is shown till then.
  if (command.type === "item.edit" && view.items.get(command.id)?.hidden) return view;
  let next = view;
  for (const change of predict(view, command, entry.at)) next = applyChange(next, steady(entry, change));
  return next;
}

/** The item predicted last time, if it is still the same in all it says: what did not change keeps its identity. */
function steady(entry: Entry, change: Change): Change {
  if (change.type !== "item.put") return change;
  // Siblings that make room for a moved item are predicted with it: only the item itself is remembered.
  if (!("id" in entry.command) || change.item.id !== entry.command.id) return change;
  if (entry.predicted && sameItem(entry.predicted, change.item))
    return { type: "item.put", item: entry.predicted };
  entry.predicted = change.item;
  return change;
}
