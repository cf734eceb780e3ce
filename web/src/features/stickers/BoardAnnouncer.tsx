import type { BoardView } from "@retro/rules/apply-change";
import { useEffect } from "react";
import { useBoardStore } from "../../board-state/boardHooks.ts";
import { itemIds } from "../../board-state/commands/commands.ts";
import type { BoardState } from "../../board-state/types.ts";
import { useT } from "../../i18n/useT.ts";
import { announce } from "../../ui/focus/announce.ts";
import { addActionChanges, addChanges, noChanges } from "./boardChanges.ts";
import type { BoardChanges } from "./boardChanges.ts";

/** Announces others' changes at most this often, in milliseconds, as one summary. */
const announceEveryMs = 3000;

const countMissing = (known: ReadonlySet<string>, ids: ReadonlySet<string>) =>
  [...ids].filter((id) => !known.has(id)).length;
const isLive = ({ connectionStatus }: BoardState) => connectionStatus.phase === "live";
const memberIds = ({ members }: BoardState) => new Set(members.map(({ id }) => id));

/** With `known` null it announces no arrival or departure. */
function countChanges(changes: BoardChanges, known: ReadonlySet<string> | null, now: ReadonlySet<string>) {
  return [
    ["stickers.newsAdded", changes.added.size],
    ["stickers.newsChanged", changes.changed.size],
    ["stickers.newsMoved", changes.moved.size],
    ["stickers.newsDeleted", changes.deleted.size],
    ["actions.news", changes.actions.size],
    ["board.newsJoined", known === null ? 0 : countMissing(known, now)],
    ["board.newsLeft", known === null ? 0 : countMissing(now, known)],
  ] as const;
}

/** An own change is pending, or was shown before its answer. */
function addViewChanges(changes: BoardChanges, before: BoardView, after: BoardView, state: BoardState): void {
  const pending = new Set(state.pending.flatMap(({ command }) => itemIds(command)));
  const isOwn = (known: boolean, author: string | null | undefined) => !known && author === after.userId;
  addChanges(
    changes,
    before.items,
    after.items,
    (id) => pending.has(id) || isOwn(before.items.has(id), after.items.get(id)?.user_id),
  );
  // The first load is no change.
  if (before.actions.size > 0 || after.actions.size === 1)
    addActionChanges(
      changes,
      before.actions,
      after.actions,
      (id) => pending.has(id) || isOwn(before.actions.has(id), after.actions.get(id)?.user_id),
    );
}

/** Numbers only, never a text, so it cannot reveal hidden text. */
export function BoardAnnouncer() {
  const t = useT();
  const store = useBoardStore();

  useEffect(() => {
    let { view } = store.getState();
    /** Null until the connection has listed who is here: those people did not join. */
    let present = isLive(store.getState()) ? memberIds(store.getState()) : null;
    let changes = noChanges();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const announceChanges = () => {
      timer = undefined;
      const state = store.getState();
      const now = memberIds(state);
      const counts = countChanges(changes, present, now);
      if (present !== null) present = now;
      changes = noChanges();
      const parts = counts.filter(([, count]) => count > 0).map(([key, count]) => t(key, { count }));
      announce(parts.join(", "));
    };

    const announceLater = () => {
      timer ??= setTimeout(announceChanges, announceEveryMs);
    };
    let members = store.getState().members;
    announceLater();
    const unsubscribe = store.subscribe(() => {
      const state = store.getState();
      if (state.members !== members) {
        ({ members } = state);
        present ??= memberIds(state);
        announceLater();
      }
      const next = state.view;
      if (next === null || (next.items === view?.items && next.actions === view.actions)) return;
      // A change without a new version is the user's own, shown before its answer.
      if (view !== null && next.version !== view.version) {
        addViewChanges(changes, view, next, state);
        announceLater();
      }
      view = next;
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store, t]);

  return null;
}
