import type { Action } from "@retro/contract/actions";
import type { Change } from "@retro/contract/changes";
import { applyChange, type BoardView } from "@retro/rules/apply-change";
import { presentAction } from "@retro/rules/present";
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
  const ids = change.ids.filter((id) => versions.action(id) <= version);
  for (const id of ids) versions.setAction(id, version);
  const known = ids.filter((id) => view.actions.has(id));
  return known.length > 0 ? applyChange(view, { type: "action.deleted", ids: known }) : view;
}

/** Of an action older than the known one, takes only what it reveals to this user. */
function putAction(view: BoardView, versions: PartVersions, version: number, incoming: Action): BoardView {
  const { id } = incoming;
  const known = view.actions.get(id);
  const stale = versions.action(id) > version;
  if (stale && !known) return view;
  let action = incoming;
  if (stale && known) {
    const reveals = known.hidden && !incoming.hidden && known.rev === incoming.rev;
    action = {
      ...known,
      ...(reveals ? { text: incoming.text, hidden: false } : {}),
      user_id: known.user_id ?? incoming.user_id,
      source_user_id: known.source_user_id ?? incoming.source_user_id,
    };
  } else versions.setAction(id, version);
  const next = applyChange(view, { type: "action.put", action });
  // A late action may have been presented under older options.
  const put = next.actions.get(id) as Action;
  const presented = presentAction(put, view.facilitation, view.userId);
  const shown = put.hidden ? { ...presented, hidden: true } : presented;
  return { ...next, actions: new Map(next.actions).set(id, shown) };
}

/** Puts a load of all actions into a view: newer ones in the view stay as they are, the load replaces the rest. */
export function mergeLoadedActions(
  view: BoardView,
  versions: PartVersions,
  loaded: readonly Action[],
  version: number,
): BoardView {
  if (loaded.length === 0 && view.actions.size === 0) return view;
  const ids = new Set(loaded.map(({ id }) => id));
  const kept = [...view.actions].filter(([id]) => ids.has(id) || versions.action(id) > version);
  let next: BoardView = { ...view, actions: new Map(kept) };
  for (const action of loaded) next = putAction(next, versions, version, action);
  versions.setAll("actions", version);
  return next;
}
