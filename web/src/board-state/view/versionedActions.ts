import type { Action } from "@retro/contract/actions";
import type { Change } from "@retro/contract/changes";
import { applyChange, type BoardView } from "@retro/rules/apply-change";
import { actionPart, keepKnown, scrubPart, withRevealed } from "@retro/rules/parts";
import type { PartVersions } from "./partVersions.ts";

type ActionChange = Extract<Change, { type: "action.put" | "action.deleted" }>;

/** Applies a change of an action, unless the view contains something newer; see `applyVersionedChange`. */
export function applyActionChange(
  view: BoardView,
  versions: PartVersions,
  version: number,
  change: ActionChange,
): BoardView {
  if (change.type === "action.put") return putAction(view, versions, version, change.action);
  const ids = change.ids.filter((id) => versions.of("actions", id) <= version);
  for (const id of ids) versions.set("actions", id, version);
  const known = ids.filter((id) => view.actions.has(id));
  return known.length > 0 ? applyChange(view, { type: "action.deleted", ids: known }) : view;
}

/** Of an action older than the known one, takes only what it reveals to this user. */
function putAction(view: BoardView, versions: PartVersions, version: number, incoming: Action): BoardView {
  const { id } = incoming;
  const known = view.actions.get(id);
  const stale = versions.of("actions", id) > version;
  if (stale && !known) return view;
  if (!stale) versions.set("actions", id, version);
  const merged = stale && known ? withRevealed(actionPart, known, incoming) : incoming;
  // A late action may have been presented under older options.
  const action = scrubPart(actionPart, keepKnown(actionPart, known, merged, view), view);
  return { ...view, actions: new Map(view.actions).set(id, action) };
}

/** Newer actions in the view stay as they are, the load replaces the rest. */
export function mergeLoadedActions(
  view: BoardView,
  versions: PartVersions,
  loaded: readonly Action[],
  version: number,
): BoardView {
  if (loaded.length === 0 && view.actions.size === 0) return view;
  const ids = new Set(loaded.map(({ id }) => id));
  const kept = [...view.actions].filter(([id]) => ids.has(id) || versions.of("actions", id) > version);
  let next: BoardView = { ...view, actions: new Map(kept) };
  for (const action of loaded) next = putAction(next, versions, version, action);
  versions.setAll("actions", version);
  return next;
}
