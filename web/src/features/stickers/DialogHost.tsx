import { useEffect, useState } from "react";
import type { StickerStyle } from "@retro/contract/entities";
import { useBoardState, useBoardStore } from "../../board-state/hooks.ts";
import { useT } from "../../i18n/useT.ts";
import { sectionStyleOf } from "./board.ts";
import { forgetLastField } from "./forget.ts";
import { newId } from "./newId.ts";
import type { Offer, Open, Opened } from "./opened.ts";
import { addStickers, saveEdit } from "./save.ts";
import { lazyPart } from "../../ui/lazy.tsx";

const StickerDialog = lazyPart(() => import("./dialogs/StickerDialog.tsx"), "StickerDialog");
const ConflictDialog = lazyPart(() => import("./dialogs/ConflictDialog.tsx"), "ConflictDialog");
const MoveDialog = lazyPart(() => import("./dialogs/MoveDialog.tsx"), "MoveDialog");
const GroupDialog = lazyPart(() => import("./dialogs/GroupDialog.tsx"), "GroupDialog");
const SectionDialog = lazyPart(() => import("./dialogs/SectionDialog.tsx"), "SectionDialog");
const DeleteSectionDialog = lazyPart(
  () => import("./dialogs/DeleteSectionDialog.tsx"),
  "DeleteSectionDialog",
);
const StickerMenu = lazyPart(() => import("./dialogs/Menus.tsx"), "StickerMenu");
const FailedMenu = lazyPart(() => import("./dialogs/FailedMenu.tsx"), "FailedMenu");
const SectionMenu = lazyPart(() => import("./dialogs/Menus.tsx"), "SectionMenu");

interface Props {
  opened: Opened | null;
  open: Open;
  offer: Offer;
}

/**
 * The board's dialogs and menus, each fetched when it is first opened. What is open on a sticker holds its text: it goes at once when the
 * facilitator hides that text from this user, whatever was typed into it.
 */
export function DialogHost({ opened, open, offer }: Props) {
  const about = opened !== null && "id" in opened ? opened.id : null;
  const hidden = useBoardState((state) => about !== null && state.view?.items.get(about)?.hidden === true);
  const hiding = useBoardState((state) => state.view?.session.facilitator_options.hideContent === true);
  useEffect(() => {
    if (hidden) open(null);
    if (hidden || hiding) forgetLastField();
  }, [hidden, hiding, open]);
  if (opened === null || hidden) return null;
  return <One opened={opened} open={open} offer={offer} />;
}

function One({ opened, open, offer }: { opened: Opened; open: Open; offer: Offer }) {
  const close = () => open(null);
  switch (opened.kind) {
    case "new":
      return <NewSticker key={opened.entry} opened={opened} open={open} offer={offer} />;
    case "edit":
      return <EditSticker key={opened.id} opened={opened} open={open} offer={offer} />;
    case "conflict":
      return <ConflictDialog key={opened.entry} {...opened} open={open} offer={offer} />;
    case "move":
      return <MoveDialog id={opened.id} onClose={close} />;
    case "group":
      return <GroupDialog id={opened.id} onClose={close} />;
    case "section":
      return <SectionDialog id={opened.id} onClose={close} />;
    case "delete-section":
      return <DeleteSectionDialog id={opened.id} onClose={close} />;
    case "menu":
      return <StickerMenu id={opened.id} anchor={opened.anchor} open={open} />;
    case "section-menu":
      return <SectionMenu id={opened.id} anchor={opened.anchor} open={open} />;
    case "failed":
      return <FailedMenu id={opened.id} anchor={opened.anchor} open={open} />;
    default:
      return opened satisfies never;
  }
}

interface StickerProps<K extends Opened["kind"]> {
  opened: Extract<Opened, { kind: K }>;
  open: Open;
  offer: Offer;
}

function NewSticker({ opened, open, offer }: StickerProps<"new">) {
  const t = useT();
  const store = useBoardStore();
  const { view } = store.getState();
  const { columnId, entry } = opened;
  const [draftId] = useState(newId);
  const finish = () => {
    store.keepDraft(null);
    open(null);
  };
  return (
    <StickerDialog
      title={t("stickers.new")}
      draft={opened.draft ?? { title: "", style: {} }}
      sectionStyle={view === null ? undefined : sectionStyleOf(view, columnId)}
      refused={opened.refused}
      several
      onDraft={({ title, style }) =>
        store.keepDraft(
          title.trim() === ""
            ? null
            : { type: "sticker.add", id: draftId, parent_id: columnId, title: title.trim(), style },
        )
      }
      onCancel={finish}
      onSave={(drafts) => {
        finish();
        if (entry !== undefined) store.discard(entry);
        addStickers(store, columnId, drafts, offer);
      }}
    />
  );
}

/** Edits the sticker as it was when the dialog opened; while it is open the others see who edits it. */
function EditSticker({ opened, open, offer }: StickerProps<"edit">) {
  const t = useT();
  const store = useBoardStore();
  const { id, entry } = opened;
  const [before] = useState(() => store.getState().view?.items.get(id));
  useEffect(() => {
    store.whisperEditing(id);
    return () => store.whisperEditing(null);
  }, [store, id]);
  const { view } = store.getState();
  const finish = () => {
    store.keepDraft(null);
    open(null);
  };
  return (
    <StickerDialog
      title={t("stickers.edit")}
      draft={opened.draft ?? { title: before?.title ?? "", style: (before?.style ?? {}) as StickerStyle }}
      sectionStyle={view === null ? undefined : sectionStyleOf(view, id)}
      refused={opened.refused}
      several={false}
      onDraft={({ title }) =>
        store.keepDraft(
          before === undefined || title.trim() === "" || title.trim() === before.title
            ? null
            : { type: "item.edit", id, title: title.trim(), rev: before.rev },
        )
      }
      onCancel={finish}
      onSave={([draft]) => {
        finish();
        if (entry !== undefined) store.discard(entry);
        if (before !== undefined && draft !== undefined) saveEdit(store, before, draft, before.rev, offer);
      }}
    />
  );
}
