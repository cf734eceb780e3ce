import "./section/section.css";
import "./card/sticker.css";
import "./card/group.css";
import "./section/add-tile.css";
import "./dnd/drag.css";
import "./lanes/lanes.css";
import type { BoardView } from "@retro/rules/apply-change";
import { mayEditStickers } from "@retro/rules/permissions";
import { childrenOf } from "@retro/rules/tree";
import { useEffect, useMemo, useRef, useState, useLayoutEffect } from "react";
import type { KeyboardEvent, MouseEvent, ReactNode, DragEvent } from "react";
import { useBoardStore, useBoardState } from "../../board-state/boardHooks.ts";
import type { Drafts } from "../../board-state/drafts/drafts.ts";
import type { BoardStore } from "../../board-state/boardStore.ts";
import { useT } from "../../i18n/useT.ts";
import { useHasKeyboard } from "../../ui/device/touchScreen.ts";
import { phoneQuery, useMediaQuery } from "../../ui/device/useMediaQuery.ts";
import { StickerActionsContext, StickerPartsContext } from "./stickerActions.ts";
import type { StickerActions, StickerParts } from "./stickerActions.ts";
import { isTextWithheld } from "./boardQueries.ts";
import { columnForNew, evenColumn } from "./section/columnForNew.ts";
import { whenEditable } from "./card/editableSoon.ts";
import { ComposerContext, createComposer } from "./composer/composer.ts";
import type { Composer } from "./composer/composer.ts";
import { useComposerKey } from "./composer/useComposerKey.ts";
import { useStickerDrag } from "./dnd/useStickerDrag.tsx";
import { Lanes, LanesContext } from "./lanes/lanes.ts";
import type { BoardDialog, OfferCorrection, OpenDialog } from "./boardDialog.ts";
import { useDoubleClicks } from "./keyboard/doubleClicks.ts";
import { AddBar } from "./phone/AddBar.tsx";
import { SectionTabs } from "./phone/SectionTabs.tsx";
import { removeSticker } from "./removeSticker.ts";
import { editDialogOf } from "./saving/failedChange.ts";
import { addStickers, addStickersEvenly } from "./saving/saveSticker.ts";
import { clearSelection, selection, toggleSelected } from "./selection/selection.ts";
import { useSectionFocusKey } from "./section/sectionFocus.ts";
import { RovingFocus, RovingFocusContext } from "./keyboard/rovingFocus.ts";
import { handleStickerKey } from "./keyboard/stickerKeys.ts";
import { lazyPart, optionalPart } from "../../ui/loading/lazy.tsx";
import { useExternalStore, externalStore } from "../../ui/externalStore.ts";
import { useBoardDialog } from "./useBoardDialog.tsx";
import { flushSync } from "react-dom";
import { takesDrop } from "../../ui/device/strayDrops.ts";
import { columnDraft, newSticker } from "./saving/stickerDraft.ts";
import { announce } from "../../ui/focus/announce.ts";
import { trackReveals, turnOver } from "./card/reveal.ts";
import { clearLastFocusedField } from "../../ui/device/scrubHiddenText.ts";
import { useOrphanedDrafts } from "./composer/useOrphanedDrafts.ts";
import type { Opening } from "./OpenedDialog.tsx";

/** For a text or a link that is dragged here from elsewhere. */
function textDropHandlers(drafts: Drafts, composer: Composer, compose: (columnId: string) => void) {
  return {
    onDragOver(event: DragEvent): void {
      if (columnFor(event) === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    },
    onDrop(event: DragEvent): void {
      const columnId = columnFor(event);
      if (columnId === null) return;
      event.preventDefault();
      const text = event.dataTransfer.getData("text/plain") || event.dataTransfer.getData("text/uri-list");
      if (text.trim() === "") return;
      flushSync(() => composer.close(columnId));
      const { title, style } = columnDraft(drafts, columnId);
      const titles = [title, text].filter((each) => each.trim() !== "");
      drafts.keep(newSticker(columnId, { style, title: titles.join("\n") }));
      compose(columnId);
    },
  };
}

function columnFor({ target, dataTransfer }: DragEvent): string | null {
  const { types } = dataTransfer;
  const isText = types.includes("text/plain") || types.includes("text/uri-list");
  if (!isText || types.includes("Files") || takesDrop({ target, dataTransfer })) return null;
  const column = (target as Element).closest<HTMLElement>("[data-column]:not([data-refused])");
  return column?.dataset["column"] ?? null;
}

const SelectionBar = lazyPart(() => import("./selection/SelectionBar.tsx"), "SelectionBar", optionalPart);

interface Props {
  parts: StickerParts;
  children: ReactNode;
}

/** Handles clicks, keys and drags for all stickers, so a sticker has no listeners. */
export function StickerBoard({ parts, children }: Props) {
  const store = useBoardStore();
  const [composer] = useState(createComposer);
  const [dialog, openDialog, offerCorrection] = useBoardDialog(store, composer.isOpen);
  const actions = useMemo(
    () => createStickerActions(store, composer, openDialog, offerCorrection),
    [store, composer, openDialog, offerCorrection],
  );
  const lanes = useMemo(() => new Lanes(store, composer), [store, composer]);
  useEffect(() => lanes.start(), [lanes]);
  const [focus] = useState(() => new RovingFocus());
  const board = useRef<HTMLDivElement>(null);
  const dragLayer = useStickerDrag(board);
  const phone = useMediaQuery(phoneQuery);
  useComposerKey(actions.composeIn);
  useSectionFocusKey();
  const selecting = useExternalStore(selection) !== null;
  // A selection belongs to the open board.
  useEffect(() => clearSelection, []);
  const doubleClicks = useDoubleClicks(store, actions);
  const onClick = (event: MouseEvent) => {
    const id = selectsBy(event);
    if (id !== null && toggleSelected(store, id)) return;
    doubleClicks.onClick(event);
    if (event.target instanceof Element) clickOn(event.target, actions, dialog, openDialog);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.defaultPrevented) handleStickerKey(event, actions, store);
  };

  return (
    <BoardContexts actions={actions} composer={composer} lanes={lanes} focus={focus} parts={parts}>
      {/* The elements inside have roles and names; this one only handles the events that bubble up. */}
      <div
        {...textDropHandlers(store.drafts, composer, actions.compose)}
        ref={board}
        className="sticker-board"
        role="presentation"
        onPointerDown={doubleClicks.onPointerDown}
        onMouseDown={(event) => {
          // The browser would select the text up to here.
          if (selectsBy(event) !== null) event.preventDefault();
          else doubleClicks.onMouseDown(event);
        }}
        onClick={onClick}
        onDoubleClick={(event) => {
          if (selectsBy(event) === null) doubleClicks.onDoubleClick(event);
        }}
        onKeyDown={onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        {phone && <SectionTabs />}
        {children}
        {phone && <AddBar />}
        <StickerKeys />
      </div>
      {selecting && <SelectionBar />}
      {dragLayer}
      <RevealEffect />
      <DialogHost dialog={dialog} openDialog={openDialog} offerCorrection={offerCorrection} />
    </BoardContexts>
  );
}

function StickerKeys() {
  const t = useT();
  const hasKeyboard = useHasKeyboard();
  return (
    <p id="sticker-keys" hidden>
      {hasKeyboard && t("stickers.keys")}
    </p>
  );
}

interface ContextsProps {
  actions: StickerActions;
  composer: Composer;
  lanes: Lanes;
  focus: RovingFocus;
  parts: StickerParts;
  children: ReactNode;
}

/** The objects stay the same while the board is open. */
function BoardContexts({ actions, composer, lanes, focus, parts, children }: ContextsProps) {
  return (
    <StickerActionsContext value={actions}>
      <ComposerContext value={composer}>
        <LanesContext value={lanes}>
          <RovingFocusContext value={focus}>
            <StickerPartsContext value={parts}>{children}</StickerPartsContext>
          </RovingFocusContext>
        </LanesContext>
      </ComposerContext>
    </StickerActionsContext>
  );
}

/** With a modifier, and while stickers are selected also a tap. @returns the sticker that it selects */
function selectsBy({ target, ctrlKey, metaKey, shiftKey, nativeEvent }: MouseEvent): string | null {
  const tap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
  if (!ctrlKey && !metaKey && !shiftKey && !(tap && selection.get() !== null)) return null;
  if (!(target instanceof Element) || target.closest("button, a, input, textarea") !== null) return null;
  return target.closest(".sticker")?.closest<HTMLElement>("[data-sticker]")?.dataset["sticker"] ?? null;
}

function clickOn(
  target: Element,
  actions: StickerActions,
  dialog: BoardDialog | null,
  openDialog: OpenDialog,
): void {
  const column = target.closest<HTMLElement>(".column:not([data-lane]) > ul:empty")?.dataset["list"];
  if (column !== undefined) actions.compose(column);
  const id = target.closest<HTMLElement>("[data-sticker]")?.dataset["sticker"];
  if (id === undefined) return;
  const menu = target.closest<HTMLElement>("[data-sticker-menu]");
  if (menu !== null) actions.openMenu(id, menu);
  const add = target.closest<HTMLElement>("[data-reaction-add]");
  // A second press takes the first one back, also while the row is loading.
  const again = dialog?.kind === "reactions" && dialog.anchor === add;
  if (add !== null) openDialog(again ? null : { kind: "reactions", id, anchor: add });
  const failed = target.closest<HTMLElement>("[data-failed-mark]");
  if (failed !== null) openDialog({ kind: "failed", id, anchor: failed });
}

/** A text that was left comes back when the user wants to add to the section again. */
function columnWithDraft(view: BoardView, sectionId: string, drafts: Drafts): string | null {
  return childrenOf(view.items, sectionId).find(({ id }) => drafts.get(id) !== null)?.id ?? null;
}

function createStickerActions(
  store: BoardStore,
  composer: Composer,
  openDialog: OpenDialog,
  offerCorrection: OfferCorrection,
): StickerActions {
  const mayAdd = () => {
    const { view } = store.getState();
    return view !== null && mayEditStickers(view.facilitation, view.userId) === null;
  };
  const add = (columnId: string) => {
    if (!mayAdd()) return;
    composer.close(columnId);
    openDialog({ kind: "new", columnId });
  };
  const columnIn = (sectionId: string, choose: typeof evenColumn) => {
    const { view } = store.getState();
    return view && (columnWithDraft(view, sectionId, store.drafts) ?? choose(view, sectionId));
  };
  return {
    add,
    addToSection(sectionId) {
      const columnId = columnIn(sectionId, evenColumn);
      if (columnId !== null) add(columnId);
    },
    addAll: (columnId, drafts) => addStickers(store, columnId, drafts, offerCorrection),
    addEvenly: (sectionId, drafts) => addStickersEvenly(store, sectionId, drafts, offerCorrection),
    compose(columnId) {
      if (mayAdd()) composer.open(columnId);
    },
    composeIn(sectionId) {
      const columnId = columnIn(sectionId, columnForNew);
      // Safari opens the keyboard only if the field gets the focus during the press.
      if (columnId !== null && mayAdd()) flushSync(() => composer.open(columnId, sectionId));
    },
    edit: (id) => whenEditable(store, id, () => openDialog(editDialogOf(store, id))),
    remove: (id) => whenEditable(store, id, () => removeSticker(store, id)),
    openMenu: (id, anchor) => openDialog({ kind: "menu", id, anchor }),
    openSectionMenu: (id, anchor) => openDialog({ kind: "section-menu", id, anchor }),
  };
}

/** The hidden stickers turn over together, and screen readers announce it. */
function RevealEffect() {
  const t = useT();
  const store = useBoardStore();
  const [revealed] = useState(() => externalStore<readonly string[]>([]));
  const ids = useExternalStore(revealed);
  useEffect(() => {
    const newlyVisible = trackReveals(store.getState());
    return store.subscribe(() => {
      const found = newlyVisible(store.getState());
      if (found.length > 0) revealed.set(found);
    });
  }, [store, revealed]);
  // React renders the texts and this component together: the turn begins before the first paint of the texts.
  useLayoutEffect(() => {
    if (ids.length === 0) return;
    turnOver(new Set(ids));
    announce(t("stickers.revealed"));
  }, [ids, t]);
  return null;
}

const OpenedDialog = lazyPart(() => import("./OpenedDialog.tsx"), "OpenedDialog", {
  editing: true,
  plain: true,
});

/** A dialog on a sticker contains its text: it closes at once, even unsaved, when that text is hidden. */
function DialogHost({ dialog, ...opening }: Opening & { dialog: BoardDialog | null }) {
  const { openDialog } = opening;
  const aboutId = dialog !== null && "id" in dialog ? dialog.id : null;
  const hidden = useBoardState(
    ({ view, screen }) =>
      view !== null && aboutId !== null && isTextWithheld(view, view.items.get(aboutId), screen),
  );
  const hiding = useBoardState((state) => state.view?.facilitation.facilitator_options.hideContent === true);
  useOrphanedDrafts(dialog?.kind === "new");
  useEffect(() => {
    if (hidden) openDialog(null);
    if (hidden || hiding) clearLastFocusedField();
  }, [hidden, hiding, openDialog]);
  return dialog === null || hidden ? null : <OpenedDialog dialog={dialog} {...opening} />;
}
