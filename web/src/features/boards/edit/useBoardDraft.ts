import { limits } from "@retro/contract/limits";
import { cleanLine, cleanText, hasForbiddenCharacters } from "@retro/contract/clean-text";
import { textLength } from "@retro/contract/text";
import { childrenOf } from "@retro/rules/tree";
import { useRef, useState } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import type { Translate } from "../../../i18n/useT.ts";
import { titleFault } from "../../../ui/controls/titleFault.ts";
import { changedHead, sectionsChanged } from "./boardEditChanges.ts";
import type { SectionDraft } from "./EditBoardSections.tsx";

function descriptionFault(t: Translate, text: string): string | undefined {
  const max = limits.boardDescription;
  if (hasForbiddenCharacters(text)) return t("validation.forbiddenCharacters");
  return textLength(cleanText(text)) > max ? t("validation.maxAllowed", { max }) : undefined;
}

export function useBoardDraft() {
  const t = useT();
  const store = useBoardStore();
  const [start] = useState(() => store.getState().view);
  const [title, setTitle] = useState(start?.details.title ?? "");
  const [description, setDescription] = useState(start?.details.description ?? "");
  const [sections, setSections] = useState<readonly SectionDraft[]>(() =>
    start === null
      ? []
      : childrenOf(start.items, null).map((item) => ({
          key: item.id,
          id: item.id,
          title: item.title ?? "",
          holdsActions: item.holds === "actions",
        })),
  );
  const newSections = useRef(0);
  const [deletes, setDeletes] = useState<readonly string[]>([]);
  /** The version of the board that the user saw when they chose the first section to delete. */
  const [since, setSince] = useState<number>();
  const faults = {
    title: titleFault(t, title, limits.boardTitle),
    description: descriptionFault(t, description),
    sections: sections.map((section) => titleFault(t, section.title, limits.sectionTitle)),
  };
  const faulty = [faults.title, faults.description, ...faults.sections].some((fault) => fault !== undefined);

  const unsaved =
    deletes.length > 0 ||
    sectionsChanged(start, sections) ||
    Object.keys(changedHead(start, title, description, {})).length > 0;

  const addSection = () => {
    const number = nextSectionNumber(t, sections);
    newSections.current += 1;
    setSections([
      ...sections,
      {
        key: `new-${newSections.current}`,
        id: null,
        title: t("board.section", { number }),
        holdsActions: false,
      },
    ]);
  };
  const seeBoard = () => setSince(store.getState().view?.version);
  const removeSection = (section: SectionDraft) => {
    setSections(sections.filter((each) => each.key !== section.key));
    if (section.id === null) return;
    setDeletes([...deletes, section.id]);
    if (since === undefined) seeBoard();
  };
  return {
    start,
    title,
    setTitle,
    description,
    setDescription,
    sections,
    setSections,
    addSection,
    removeSection,
    deletes,
    since,
    seeBoard,
    faults,
    faulty,
    unsaved,
  };
}

export type BoardDraft = ReturnType<typeof useBoardDraft>;

function nextSectionNumber(t: Translate, sections: readonly SectionDraft[]): number {
  const taken = new Set(sections.map((section) => cleanLine(section.title)));
  let number = sections.length + 1;
  while (taken.has(t("board.section", { number }))) number += 1;
  return number;
}
