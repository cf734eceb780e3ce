import "./stickers.css";
import { mayEditStickers } from "@retro/rules/permissions";
import { useMemo } from "react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { useBoardStore } from "../../board-state/boardHooks.ts";
import type { BoardStore } from "../../board-state/types.ts";
import { useT } from "../../i18n/useT.ts";
import { StickerActionsContext, StickerPartsContext } from "./stickerActions.ts";
import type { StickerActions, StickerParts } from "./stickerActions.ts";
import { emptiestColumn, editableSticker } from "./boardQueries.ts";
import { DialogHost } from "./DialogHost.tsx";
import { useDrag } from "./dnd/useDrag.tsx";
import type { OpenDialog } from "./boardDialog.ts";
import { useDoubleClicks } from "./doubleClicks.ts";
import { removeSticker } from "./removeSticker.tsx";
import { useBoardDialog } from "./useBoardDialog.tsx";
import { moveFocusByArrow } from "./arrowNavigation.ts";

interface Props {
  /** The vote button. */
  Vote: StickerParts["Vote"];
  children: ReactNode;
}

/** The container of all stickers. It handles clicks, keys and drags for all of them, so a sticker has no listeners. */
export function StickerBoard({ Vote, children }: Props) {
  const t = useT();
  const store = useBoardStore();
  const [dialog, openDialog, offerCorrection] = useBoardDialog(store);
  const parts = useMemo(() => ({ Vote }), [Vote]);
  const actions = useMemo(() => createStickerActions(store, openDialog), [store, openDialog]);
  const drag = useDrag();

  const doubleClicks = useDoubleClicks(store, actions);
  const onClick = (event: MouseEvent) => {
    doubleClicks.onClick(event);
    const target = event.target;
    if (!(target instanceof Element)) return;
    const menu = target.closest<HTMLElement>("[data-sticker-menu]");
    const sticker = target.closest<HTMLElement>("[data-sticker]")?.dataset["sticker"];
    if (menu !== null && sticker !== undefined) actions.openMenu(sticker, menu);
    const failed = target.closest<HTMLElement>("[data-failed-mark]");
    if (failed !== null && sticker !== undefined) openDialog({ kind: "failed", id: sticker, anchor: failed });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    drag.handlers.onKeyDown(event);
    if (event.defaultPrevented || !(event.target instanceof HTMLElement) || !event.target.matches(".sticker"))
      return;
    const { sticker: id, dragging } = event.target.closest<HTMLElement>("[data-sticker]")?.dataset ?? {};
    // During a keyboard drag, the keys choose the target.
    if (id === undefined || dragging !== undefined) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter") actions.edit(id);
    else if (event.key === "Delete" || event.key === "Backspace") actions.remove(id);
    else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey))
      actions.openMenu(id, event.target);
    else if (!moveFocusByArrow(event.target, event.key)) return;
    event.preventDefault();
  };

  return (
    <StickerActionsContext value={actions}>
      <StickerPartsContext value={parts}>
        {/* The elements inside have roles and names; this one only handles the events that bubble up. */}
        <div
          {...drag.handlers}
          className="sticker-board"
          role="presentation"
          onPointerDown={doubleClicks.onPointerDown}
          onMouseDown={(event) => {
            doubleClicks.onMouseDown(event);
            drag.handlers.onMouseDown(event);
          }}
          onClick={onClick}
          onDoubleClick={doubleClicks.onDoubleClick}
          onKeyDown={onKeyDown}
        >
          {children}
          <p id="sticker-keys" hidden>
            {t("stickers.keys")}
          </p>
        </div>
        {drag.layer}
        <DialogHost dialog={dialog} openDialog={openDialog} offerCorrection={offerCorrection} />
      </StickerPartsContext>
    </StickerActionsContext>
  );
}

function createStickerActions(store: BoardStore, openDialog: OpenDialog): StickerActions {
  const add = (columnId: string) => {
    const { view } = store.getState();
    if (view !== null && mayEditStickers(view.facilitation, view.userId) === null)
      openDialog({ kind: "new", columnId });
  };
  const ifEditable = (act: (id: string) => void) => (id: string) => {
    if (editableSticker(store.getState().view, id) !== null) act(id);
  };
  return {
    add,
    addToSection(sectionId) {
      const { view } = store.getState();
      const columnId = view === null ? null : emptiestColumn(view, sectionId);
      if (columnId !== null) add(columnId);
    },
    edit: ifEditable((id) => openDialog({ kind: "edit", id })),
    remove: ifEditable((id) => removeSticker(store, id)),
    openMenu: (id, anchor) => openDialog({ kind: "menu", id, anchor }),
    openSectionMenu: (id, anchor) => openDialog({ kind: "section-menu", id, anchor }),
  };
}
