import { cleanLine } from "@retro/contract/clean-text";
import type { Item } from "@retro/contract/items";
import type { SectionStyle, StickerStyle } from "@retro/contract/styles";
import { limits } from "@retro/contract/limits";
import { stylePatch } from "@retro/rules/revision";
import { useState } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { titleFault } from "../../../ui/controls/titleFault.ts";
import { errorDetails } from "../boardQueries.ts";
import { discardFailedEdits } from "../saving/failedChange.ts";
import { type AfterAnswer, stayOpen } from "../../../ui/dialogs/dialogAnswer.ts";

function sectionPatch(before: Item, title: string, background: string | null, item: StickerStyle) {
  const style = before.style as SectionStyle;
  const self =
    background === (style.self?.backgroundColor ?? null) ? undefined : { backgroundColor: background };
  const itemPatch = stylePatch(style.item ?? {}, item);
  const changedTitle = title === cleanLine(before.title ?? "") ? undefined : title;
  if (self === undefined && itemPatch === undefined && changedTitle === undefined) return null;
  return {
    ...(changedTitle !== undefined && { title: changedTitle }),
    ...((self !== undefined || itemPatch !== undefined) && {
      style: { ...(self && { self }), ...(itemPatch && { item: itemPatch }) },
    }),
  };
}

export function useSectionDraft(id: string) {
  const t = useT();
  const store = useBoardStore();
  const [before] = useState(() => store.getState().view?.items.get(id));
  const style = (before?.style ?? {}) as SectionStyle;
  const [title, setTypedTitle] = useState(before?.title ?? "");
  const [background, setBackground] = useState<string | null>(style.self?.backgroundColor ?? null);
  const [item, setItem] = useState<StickerStyle>(style.item ?? {});
  const [touched, setTouched] = useState(false);
  const [refused, setRefused] = useState<{ field?: string; message: string } | null>(null);
  /** The revision that a save replaces: after a conflict, the one that the user has seen. */
  const [rev, setRev] = useState(before?.rev);
  const fault = titleFault(t, title, limits.sectionTitle);
  const error = touched && fault !== undefined ? fault : refused?.field;

  const save = async (isOpen: () => boolean): Promise<AfterAnswer> => {
    setTouched(true);
    if (fault !== undefined || before === undefined) return stayOpen;
    const patch = sectionPatch(before, cleanLine(title), background, item);
    if (patch === null) return undefined;
    try {
      await store.send({ type: "item.edit", id, ...(rev !== undefined && { rev }), ...patch });
      return undefined;
    } catch (problem) {
      // The refused edit of a closed dialog stays among the unsaved changes.
      if (!isOpen()) return undefined;
      discardFailedEdits(store, id);
      const { status, message, field, data } = errorDetails(problem, t("error.internal"));
      const current = status === 409 ? (data as Item | undefined) : undefined;
      if (current !== undefined) setRev(current.rev);
      const renamed = current !== undefined && current.title !== before.title;
      const shown = renamed ? t("validation.changedMeanwhile", { current: current.title ?? "" }) : field;
      setRefused({ message, ...(shown !== undefined && { field: shown }) });
      return stayOpen;
    }
  };
  const setTitle = (typed: string) => {
    setTypedTitle(typed);
    setTouched(true);
    setRefused(null);
  };
  return {
    title,
    setTitle,
    background,
    setBackground,
    item,
    setItem,
    touch: () => setTouched(true),
    blocked: touched && fault !== undefined,
    error,
    refused,
    save,
  };
}
