import type { Item, StickerStyle } from "@retro/contract/entities";
import type { BoardStore } from "../../board-state/types.ts";
import { translate } from "../../i18n/i18n.ts";
import { toast } from "../../ui/toast.ts";
import { columnOf, problemOf } from "./board.ts";
import type { StickerDraft } from "./dialogs/StickerDialog.tsx";
import { newId } from "./newId.ts";
import type { Open } from "./opened.ts";

/** Only the fields that say something: a new sticker leaves the rest to its section. */
function said(style: StickerStyle): StickerStyle {
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value != null));
}

/** Fields that differ; a field that went is sent as null. Undefined when nothing differs. */
export function stylePatch(before: StickerStyle, after: StickerStyle): StickerStyle | undefined {
  const patch: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof StickerStyle>) {
    const next = after[key] ?? null;
    if ((before[key] ?? null) !== next) patch[key] = next;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}

/** Adds one sticker or many, at once on screen. A single one that is refused opens its dialog again; of many the board tells. */
export function addStickers(
  store: BoardStore,
  columnId: string,
  drafts: readonly StickerDraft[],
  open: Open,
): void {
  for (const draft of drafts) {
    const id = newId();
    const style = said(draft.style);
    const command = {
      type: "sticker.add" as const,
      id,
      parent_id: columnId,
      title: draft.title,
      ...(Object.keys(style).length > 0 && { style }),
    };
    store.send(command).catch((error: unknown) => {
      if (drafts.length > 1) return;
      const failed = store
        .getState()
        .pending.find(
          (entry) =>
            entry.state === "failed" && entry.command.type === "sticker.add" && entry.command.id === id,
        );
      if (failed !== undefined) store.discard(failed.key);
      const { message, field } = problemOf(error, translate("error.internal"));
      const { view } = store.getState();
      // Its section may have gone meanwhile: the words then go elsewhere.
      const place = (view === null ? null : columnOf(view, columnId)) ?? columnId;
      open({ kind: "new", columnId: place, draft, refused: { message, field } });
    });
  }
}

/**
 * Saves an edit, at once on screen. When somebody saved the same sticker meanwhile both texts come side by side; when somebody deleted it
 * what was typed is offered as a new one; on any other refusal the dialog opens again with it.
 */
export function saveEdit(
  store: BoardStore,
  before: Item,
  draft: StickerDraft,
  rev: number,
  open: Open,
): void {
  const style = stylePatch(before.style as StickerStyle, draft.style);
  const title = draft.title === before.title ? undefined : draft.title;
  if (title === undefined && style === undefined) return;
  const command = {
    type: "item.edit" as const,
    id: before.id,
    rev,
    ...(title !== undefined && { title }),
    ...(style !== undefined && { style }),
  };
  store.send(command).catch((error: unknown) => {
    const { status, message, field, data } = problemOf(error, translate("error.internal"));
    const theirs = data as Item | undefined;
    const { view } = store.getState();
    const columnId = status === 404 && view !== null ? columnOf(view, before.parent_id) : null;
    const gone = { message: translate("stickers.conflictGone"), field: undefined };
    if (columnId !== null) open({ kind: "new", columnId, draft, refused: gone });
    else if (status === 409 && theirs !== undefined)
      open({ kind: "conflict", id: before.id, mine: draft, theirs });
    else open({ kind: "edit", id: before.id, draft, refused: { message, field } });
  });
}

/**
 * Moves an item, at once on screen; a refused move goes back with the server's message.
 * @param afterId the sibling to follow; null means first
 * @returns whether the server took it
 */
export function moveItem(
  store: BoardStore,
  id: string,
  parentId: string,
  afterId: string | null,
): Promise<boolean> {
  return store.send({ type: "item.move", id, parent_id: parentId, after_id: afterId }).then(
    () => true,
    (error: unknown) => {
      toast({ kind: "error", message: problemOf(error, translate("error.internal")).message });
      return false;
    },
  );
}
