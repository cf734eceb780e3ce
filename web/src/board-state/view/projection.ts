import type { Change } from "@retro/contract/changes";
import { applyChange, type BoardView } from "@retro/rules/apply-change";
import { predict } from "@retro/rules/predict";
import { sameItem } from "./applyVersionedChange.ts";
import type { OutboxEntry } from "../outbox/outboxEntry.ts";

/**
 * What the screen shows: the confirmed view with the pending entries applied, deferred deletions included
 * [Y5]. A refused new sticker stays on its author's screen; a refused edit does not, nor does a facilitator's
 * change that has no answer for too long.
 */
export function project(confirmed: BoardView, entries: readonly OutboxEntry[]): BoardView {
  let view = confirmed;
  for (const entry of entries)
    if (!entry.overdue && (entry.state !== "refused" || entry.command.type === "sticker.add"))
      view = applyPrediction(view, entry);
  return view;
}

function applyPrediction(view: BoardView, entry: OutboxEntry): BoardView {
  const { command } = entry;
  // The server will refuse an edit of a sticker that is now hidden from this user: do not show it meanwhile.
  if (command.type === "item.edit" && view.items.get(command.id)?.hidden) return view;
  // The server has carried it out, and reports the version later: newer changes are shown already.
  const known = "id" in command ? (view.items.get(command.id) ?? view.actions.get(command.id)) : undefined;
  if (entry.confirmedAt !== null && "rev" in command && known && known.rev > (command.rev ?? known.rev))
    return view;
  let next = view;
  for (const change of predict(view, command, entry.at))
    next = applyChange(next, keepIdentity(entry, change));
  return next;
}

/** A predicted item with the same content keeps its identity. */
function keepIdentity(entry: OutboxEntry, change: Change): Change {
  if (change.type !== "item.put") return change;
  const before = entry.predicted.get(change.item.id);
  if (before && sameItem(before, change.item)) return { type: "item.put", item: before };
  entry.predicted.set(change.item.id, change.item);
  return change;
}

/** Projects the confirmed view, and again only when it or the entries have changed. */
export function createCachedProjection(
  confirmed: () => BoardView | null,
  entries: () => readonly OutboxEntry[],
) {
  let cached: { from: BoardView; view: BoardView } | null = null;
  return {
    view(): BoardView | null {
      const from = confirmed();
      if (!from) return null;
      if (cached?.from !== from) cached = { from, view: project(from, entries()) };
      return cached.view;
    },
    clear(): void {
      cached = null;
    },
  };
}
