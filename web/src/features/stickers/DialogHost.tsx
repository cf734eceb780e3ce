import { useEffect, useState } from "react";
import type { StickerStyle } from "@retro/contract/entities";
import { useBoardState, useBoardStore } from "../../board-state/hooks.ts";
import { useT } from "../../i18n/useT.ts";
import { sectionStyleOf } from "./board.ts";
import { forgetLastField } from "./forget.ts";
import type { Open, Opened } from "./opened.ts";
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
const SectionMenu = lazyPart(() => import("./dialogs/Menus.tsx"), "SectionMenu");

interface Props {
  opened: Opened | null;
  open: Open;
}

/**
 * The board's dialogs and menus, each fetched when it is first opened. What is open on a sticker holds its text: it goes at once when the
 * facilitator hides that text from this user, whatever was typed into it.
 */
export function DialogHost({ opened, open }: Props) {
  const about = opened !== null && "id" in opened ? opened.id : null;
  const hidden = useBoardState((state) => about !== null && state.view?.items.get(about)?.hidden === true);
  const hiding = useBoardState((state) => state.view?.session.facilitator_options.hideContent === true);
  useEffect(() => {
    if (hidden) open(null);
    if (hidden || hiding) forgetLastField();
  }, [hidden, hiding, open]);
  if (opened === null || hidden) return null;
  return <One opened={opened} open={open} />;
}

function One({ opened, open }: { opened: Opened; open: Open }) {
  const close = () => open(null);
  switch (opened.kind) {
    case "new":
      return <NewSticker opened={opened} open={open} />;
    case "edit":
      return <EditSticker key={opened.id} opened={opened} open={open} />;
    case "conflict":
      return <ConflictDialog {...opened} open={open} />;
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
    default:
      return opened satisfies never;
  }
}

function NewSticker({ opened, open }: { opened: Extract<Opened, { kind: "new" }>; open: Open }) {
  const t = useT();
  const store = useBoardStore();
  const { view } = store.getState();
  return (
    <StickerDialog
      title={t("stickers.new")}
      draft={opened.draft ?? { title: "", style: {} }}
      sectionStyle={view === null ? undefined : sectionStyleOf(view, opened.columnId)}
      refused={opened.refused}
      several
      onCancel={() => open(null)}
      onSave={(drafts) => {
        open(null);
        addStickers(store, opened.columnId, drafts, open);
      }}
    />
  );
}

/** Edits the sticker as it was when the dialog opened; while it is open the others see who edits it. */
function EditSticker({ opened, open }: { opened: Extract<Opened, { kind: "edit" }>; open: Open }) {
  const t = useT();
  const store = useBoardStore();
  const { id } = opened;
  const [before] = useState(() => store.getState().view?.items.get(id));
  useEffect(() => {
    store.whisperEditing(id);
    return () => store.whisperEditing(null);
  }, [store, id]);
  const { view } = store.getState();
  return (
    <StickerDialog
      title={t("stickers.edit")}
      draft={opened.draft ?? { title: before?.title ?? "", style: (before?.style ?? {}) as StickerStyle }}
      sectionStyle={view === null ? undefined : sectionStyleOf(view, id)}
      refused={opened.refused}
      several={false}
      onCancel={() => open(null)}
      onSave={([draft]) => {
        open(null);
        if (before !== undefined && draft !== undefined) saveEdit(store, before, draft, before.rev, open);
      }}
    />
  );
}
