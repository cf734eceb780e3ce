import { cleanText } from "@retro/contract/clean-text";
import { singleText, splitLines } from "@retro/rules/text/list-lines";
import { flushSync } from "react-dom";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { useUnsavedText } from "../../../ui/dialogs/unsavedText.ts";
import { announce } from "../../../ui/focus/announce.ts";
import { useComposer } from "./composer.ts";
import { columnForNew } from "../section/columnForNew.ts";
import { useStickerActions } from "../stickerActions.ts";
import { newSticker, stickerDraftOf, type StickerDraft } from "../saving/stickerDraft.ts";
import { isListInserted, linesFault, titleFault } from "../card/stickerTitles.ts";
import type { TitleFault } from "../card/stickerTitles.ts";
import { useWritingSignal } from "./useWritingSignal.ts";

export function useColumnDraft(columnId: string, refused: boolean) {
  const t = useT();
  const store = useBoardStore();
  const { drafts } = store;
  const actions = useStickerActions();
  const composer = useComposer();
  const kept = useSyncExternalStore(drafts.subscribe, () => drafts.get(columnId));
  const [typed, setTyped] = useState<StickerDraft | null>(null);
  const draft = typed ?? stickerDraftOf(kept);
  const hasTyped = typed !== null;
  useEffect(() => (hasTyped ? drafts.open(columnId) : undefined), [drafts, columnId, hasTyped]);
  // A draft of several lines may be a list that was pasted before.
  const [isList, setIsList] = useState(true);
  const [refusedFor, setRefusedFor] = useState<TitleFault | null>(null);
  const signalWriting = useWritingSignal(columnId);
  useUnsavedText(cleanText(draft.title) !== "");
  const change = (next: StickerDraft) => {
    setTyped(next);
    drafts.keep(newSticker(columnId, next));
  };
  const lines = isList ? splitLines(draft.title) : [];
  const found = titleFault(draft.title);
  const tooLong = found?.key === "validation.titleRequired" ? null : found;
  // A list becomes many stickers: how long it is altogether is no fault until it is saved as one.
  const fault = refusedFor ?? (lines.length > 1 ? null : tooLong);
  const add = (titles: readonly string[], wrong: TitleFault | null) => {
    if (refused) return;
    setRefusedFor(wrong);
    if (wrong !== null) return;
    const added = titles.map((title) => ({ ...draft, title }));
    const sectionId = composer.evenIn();
    if (sectionId === null) actions.addAll(columnId, added);
    else actions.addEvenly(sectionId, added);
    announce(t("composer.added", { count: titles.length }));
    setIsList(false);
    change({ title: "", style: {} });
    const next = sectionId === null ? null : columnForNew(store.getState().view, sectionId);
    if (next !== null && drafts.get(next) === null) flushSync(() => composer.open(next, sectionId));
  };
  return {
    draft,
    setText: (title: string) => {
      setRefusedFor(null);
      setIsList(isListInserted(draft.title, title) || lines.length > 1);
      change({ ...draft, title });
      signalWriting(title);
    },
    fault: fault === null ? null : t(fault.key, { max: fault.max }),
    /** How many stickers a pasted list can become: one for each line with text. 0: it is one sticker. */
    lineCount: lines.length > 1 ? lines.length : 0,
    save: () => add([singleText(draft.title)], found),
    saveLines: () => add(lines, linesFault(lines)),
  };
}
