import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { cleanText } from "@retro/contract/clean-text";
import type { StickerStyle } from "@retro/contract/styles";
import { firstRev, stylePatch } from "@retro/rules/revision";
import { useBoardStore } from "../../board-state/boardHooks.ts";
import { useT } from "../../i18n/useT.ts";
import { sectionStyleOf } from "./boardQueries.ts";
import { useWritingSignal } from "./composer/useWritingSignal.ts";
import { columnDraft, newSticker, type StickerDraft } from "./saving/stickerDraft.ts";
import type { OfferCorrection, OpenDialog, BoardDialog } from "./boardDialog.ts";
import { useStickerActions } from "./stickerActions.ts";
import { addStickers, saveCorrection, saveEdit } from "./saving/saveSticker.ts";
import { editingPart, lazyPart } from "../../ui/loading/lazy.tsx";

const StickerDialog = lazyPart(() => import("./dialogs/StickerDialog.tsx"), "StickerDialog", editingPart);
const ConflictDialog = lazyPart(() => import("./dialogs/ConflictDialog.tsx"), "ConflictDialog", editingPart);
const MoveDialog = lazyPart(() => import("./dialogs/MoveDialog.tsx"), "MoveDialog");
const GroupDialog = lazyPart(() => import("./dialogs/GroupDialog.tsx"), "GroupDialog");
const SectionDialog = lazyPart(() => import("./dialogs/SectionDialog.tsx"), "SectionDialog", editingPart);
const DeleteSectionDialog = lazyPart(
  () => import("./dialogs/DeleteSectionDialog.tsx"),
  "DeleteSectionDialog",
);
const StickerMenu = lazyPart(() => import("./dialogs/Menus.tsx"), "StickerMenu", editingPart);
const FailedChangeMenu = lazyPart(
  () => import("./dialogs/FailedChangeMenu.tsx"),
  "FailedChangeMenu",
  editingPart,
);
const ReactionPicker = lazyPart(() => import("./card/ReactionPicker.tsx"), "ReactionPicker", {
  silent: true,
  editing: true,
  plain: true,
});
const SectionMenu = lazyPart(() => import("./dialogs/Menus.tsx"), "SectionMenu");

export interface Opening {
  openDialog: OpenDialog;
  offerCorrection: OfferCorrection;
}

export function OpenedDialog({ dialog, ...opening }: Opening & { dialog: BoardDialog }) {
  const { openDialog } = opening;
  const onClose = () => openDialog(null);
  switch (dialog.kind) {
    case "new":
      return <NewStickerDialog key={dialog.entry} dialog={dialog} {...opening} />;
    case "edit":
      return <EditStickerDialog key={dialog.id} dialog={dialog} {...opening} />;
    case "conflict":
      return <ConflictDialog key={dialog.entry} {...dialog} {...opening} />;
    case "move":
      return <MoveDialog id={dialog.id} onClose={onClose} />;
    case "group":
      return <GroupDialog id={dialog.id} onClose={onClose} />;
    case "section":
      return <SectionDialog id={dialog.id} onClose={onClose} />;
    case "delete-section":
      return <DeleteSectionDialog id={dialog.id} onClose={onClose} />;
    case "menu":
      return <StickerMenu id={dialog.id} anchor={dialog.anchor} openDialog={openDialog} />;
    case "reactions":
      return <ReactionPicker key={dialog.id} id={dialog.id} anchor={dialog.anchor} onClose={onClose} />;
    case "section-menu":
      return <SectionMenu id={dialog.id} anchor={dialog.anchor} openDialog={openDialog} />;
    case "failed":
      return <FailedChangeMenu id={dialog.id} anchor={dialog.anchor} openDialog={openDialog} />;
    default:
      return dialog satisfies never;
  }
}

interface StickerDialogProps<K extends BoardDialog["kind"]> extends Opening {
  dialog: Extract<BoardDialog, { kind: K }>;
}

/** Begins with the column's draft; Escape keeps what is typed, for this dialog or the composer. */
function NewStickerDialog({ dialog, openDialog, offerCorrection }: StickerDialogProps<"new">) {
  const t = useT();
  const store = useBoardStore();
  const { drafts } = store;
  const { view } = store.getState();
  const { columnId, sticker } = dialog;
  const { compose } = useStickerActions();
  const [entry, setEntry] = useState(dialog.entry);
  const [draft] = useState(() => dialog.draft ?? columnDraft(drafts, columnId));
  useEffect(() => drafts.open(columnId), [drafts, columnId]);
  const signalWriting = useWritingSignal(columnId);
  // The text of a failed change is kept with that change.
  const keep = (typed: StickerDraft) => {
    if (entry === undefined) drafts.keep(newSticker(columnId, typed));
  };
  const drop = () => {
    if (entry === undefined) drafts.drop(columnId);
  };
  const save = (typed: StickerDraft[]) => {
    drop();
    setEntry(undefined);
    if (entry === undefined) addStickers(store, columnId, typed, offerCorrection);
    else saveCorrection(store, { entry, sticker }, columnId, typed, offerCorrection);
  };
  return (
    <StickerDialog
      title={t("stickers.new")}
      draft={draft}
      sectionStyle={view === null ? undefined : sectionStyleOf(view, columnId)}
      refused={dialog.refused}
      onTyped={(typed) => {
        keep(typed);
        signalWriting(typed.title);
      }}
      onCancel={() => {
        drop();
        openDialog(null);
      }}
      onEscape={(typed) => {
        keep(typed);
        openDialog(null);
      }}
      onSave={(typed, byKey) => {
        // The dialog gives the focus back first. Then the next field takes it, before the sticker is drawn.
        flushSync(() => openDialog(null));
        drop();
        if (byKey && entry === undefined) flushSync(() => compose(columnId));
        save(typed);
      }}
      onSaveNext={save}
    />
  );
}

/** While it is open, the others see who edits the sticker (spec 4.9). */
function EditStickerDialog({ dialog, openDialog, offerCorrection }: StickerDialogProps<"edit">) {
  const t = useT();
  const store = useBoardStore();
  const { id, entry } = dialog;
  const [before] = useState(() => store.getState().view?.items.get(id));
  useEffect(() => {
    store.whisperEditing(id);
    return () => store.whisperEditing(null);
  }, [store, id]);
  const { view } = store.getState();
  const stored = { title: before?.title ?? "", style: (before?.style ?? {}) as StickerStyle };
  const rev = before?.rev ?? firstRev;
  const keep = ({ title, style }: StickerDraft) => {
    const patch = stylePatch(stored.style, style);
    if (patch === undefined && cleanText(title) === cleanText(stored.title)) store.drafts.drop(id);
    else store.drafts.keep({ type: "item.edit", id, rev, title, ...(patch && { style: patch }) });
  };
  const close = () => {
    store.drafts.drop(id);
    openDialog(null);
  };
  return (
    <StickerDialog
      title={t("stickers.edit")}
      draft={dialog.draft ?? stored}
      sectionStyle={view === null ? undefined : sectionStyleOf(view, id)}
      refused={dialog.refused}
      onTyped={keep}
      onCancel={close}
      onEscape={(draft) => {
        if (entry !== undefined) return close();
        keep(draft);
        // The text may be another user's.
        store.drafts.keepInMemory(id);
        openDialog(null);
      }}
      onSave={([draft]) => {
        close();
        if (entry !== undefined) store.discard(entry);
        if (before !== undefined && draft !== undefined) saveEdit(store, before, draft, rev, offerCorrection);
      }}
    />
  );
}
