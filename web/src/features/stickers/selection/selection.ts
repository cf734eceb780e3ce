import { useSyncExternalStore } from "react";
import type { BoardView } from "@retro/rules/apply-change";
import type { SeenMove } from "@retro/rules/predict";
import { predict } from "@retro/rules/predict";
import { childrenOf, subtreeIds } from "@retro/rules/tree";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import { translate } from "../../../i18n/i18n.ts";
import { announce } from "../../../ui/focus/announce.ts";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { externalStore } from "../../../ui/externalStore.ts";
import { toastError } from "../../../ui/toasts/toast.ts";
import { editableSticker } from "../boardQueries.ts";
import { offerUndo } from "../history/offerUndo.ts";
import { stickerCardOf } from "../keyboard/stickerFocus.ts";

/** Stickers that the user has selected, to group them in one step; on this page only. null: they do not select. */
export const selection = externalStore<ReadonlySet<string> | null>(null);

export function useIsSelected(id: string): boolean {
  return useSyncExternalStore(selection.subscribe, () => selection.get()?.has(id) === true);
}

/** From now on a tap selects. */
export function beginSelection(): void {
  selection.set(new Set());
}

export function clearSelection(): void {
  selection.set(null);
}

/** Only what the user may move is selected. @returns whether there is such a sticker */
export function toggleSelected(store: BoardStore, id: string): boolean {
  const { view } = store.getState();
  if (editableSticker(view, id) === null) return false;
  const next = new Set(selection.get() ?? []);
  if (!next.delete(id)) next.add(id);
  selection.set(next.size === 0 ? null : next);
  const count = movableOf(view, next).length;
  announce(translate(next.has(id) ? "selection.added" : "selection.removed", { count }));
  return true;
}

/** In board order, without those that somebody has deleted or hidden since. */
function movableOf(view: BoardView | null, selected: ReadonlySet<string>): string[] {
  if (view === null) return [];
  return subtreesInOrder(view).filter((id) => selected.has(id) && editableSticker(view, id) !== null);
}

function subtreesInOrder({ items }: BoardView): string[] {
  const walk = (parent: string | null): string[] =>
    childrenOf(items, parent).flatMap(({ id }) => [id, ...walk(id)]);
  return walk(null);
}

export function selectedIds(view: BoardView | null): readonly string[] {
  const selected = selection.get();
  return selected === null ? [] : movableOf(view, selected);
}

/**
 * The moves that make one group of the selected stickers: a group among them takes the others, so that its name
 * stays; else the first one does. What is nested in a selected sticker stays in it.
 * @returns null if there is nothing to group, or the group would be too deep [T3]
 */
export function groupMoves(
  view: BoardView,
  ids: readonly string[],
): { onto: string; moves: SeenMove[] } | null {
  const inside = new Set(ids.flatMap((id) => subtreeIds(view.items, id).slice(1)));
  const roots = ids.filter((id) => !inside.has(id));
  const onto = roots.find((id) => childrenOf(view.items, id).length > 0) ?? roots[0];
  if (onto === undefined || roots.length < 2) return null;
  let after_id = childrenOf(view.items, onto).at(-1)?.id ?? null;
  const moves = roots
    .filter((id) => id !== onto)
    .map((id): SeenMove => {
      const { parent_id, order } = view.items.get(id) ?? {};
      const move = {
        id,
        parent_id: onto,
        after_id,
        ...(parent_id && order && { seen: { parent_id, order } }),
      };
      after_id = id;
      return move;
    });
  return predict(view, { type: "items.move", moves }, 0).length === 0 ? null : { onto, moves };
}

/** @returns whether there was something to group */
export function groupSelected(store: BoardStore): boolean {
  const grouped = groupStickers(store, selectedIds(store.getState().view));
  if (grouped) clearSelection();
  return grouped;
}

/** One command, one version of the board, one undo [T13]. @returns whether there was something to group */
export function groupStickers(store: BoardStore, ids: readonly string[]): boolean {
  const { view } = store.getState();
  const group = view && groupMoves(view, ids);
  if (!group) return false;
  keepFocus(() => stickerCardOf(group.onto));
  const sent = store.send({ type: "items.move", moves: group.moves });
  const change = store.history.next("undo");
  const closeToast = change === null ? null : offerUndo(store, change, translate("history.groupedNow"));
  sent.catch((error: unknown) => {
    closeToast?.();
    toastError(error);
  });
  return true;
}
