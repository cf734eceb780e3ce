import { cleanLine, cleanText } from "@retro/contract/clean-text";
import type { PresentTexts, UpdateBoard } from "@retro/contract/commands";
import { presentTextsOf } from "../../../api/presentTexts.ts";
import type { BoardView } from "@retro/rules/apply-change";
import { childrenOf } from "@retro/rules/tree";
import type { ApiErrorLike } from "../../../board-state/apiCalls.ts";
import type { SectionDraft } from "./EditBoardSections.tsx";

/**
 * What Edit Board sends: only what the user changed, with the text or revision that the edit started from, so
 * that the server refuses (409) to undo a concurrent rename. After a conflict it is the other participant's
 * text, which the user has seen (`seen`).
 */

type HeadChanges = Pick<UpdateBoard, "title" | "description" | "from">;
type SectionEntry = NonNullable<UpdateBoard["sections"]>[number];

export function changedHead(
  start: BoardView | null,
  title: string,
  description: string,
  seen: PresentTexts,
): HeadChanges {
  const clean = { title: cleanLine, description: cleanText };
  const cleaned = { title: clean.title(title), description: clean.description(description) };
  const head: HeadChanges = {};
  for (const field of ["title", "description"] as const) {
    const before = seen[field]?.text ?? start?.details[field];
    // A text that is older than W1 counts as the same unless the user has changed it.
    if (before !== undefined && cleaned[field] === clean[field](before)) continue;
    head[field] = cleaned[field];
    if (before !== undefined) head.from = { ...head.from, [field]: before };
  }
  return head;
}

export function sectionsChanged(
  start: BoardView | null,
  sections: readonly SectionDraft[],
  seen: PresentTexts = {},
): boolean {
  if (start === null) return true;
  const kept = new Set(sections.map((section) => section.id));
  const before = childrenOf(start.items, null)
    .map((item) => item.id)
    .filter((id) => kept.has(id));
  return (
    sections.some((section, i) => section.id !== before[i]) ||
    sections.some((section) => {
      const { title, holds } = sectionEntry(start, section, seen);
      return title !== undefined || holds !== undefined;
    })
  );
}

export function sectionEntry(
  start: BoardView | null,
  section: SectionDraft,
  seen: PresentTexts,
): SectionEntry {
  const title = cleanLine(section.title);
  const before = section.id === null ? undefined : start?.items.get(section.id);
  if (section.id === null || before === undefined)
    return {
      ...(section.id !== null && { id: section.id }),
      title,
      ...(section.holdsActions === true && { holds: "actions" as const }),
    };
  const { text = before.title ?? "", rev = before.rev } = seen[section.key] ?? {};
  const heldActions = before.holds === "actions";
  return {
    id: section.id,
    ...(title !== cleanLine(text) && { title, rev }),
    ...((section.holdsActions ?? false) !== heldActions && {
      holds: heldActions ? null : ("actions" as const),
    }),
  };
}

/** By `title`, `description` or a section's key: a section may move before the next save. */
export function seenTexts(error: ApiErrorLike, sections: readonly SectionDraft[]): PresentTexts {
  return Object.fromEntries(
    Object.entries(presentTextsOf(error)).map(([field, present]) => {
      const index = /^sections\.(\d+)\./.exec(field)?.[1];
      return [index === undefined ? field : (sections[Number(index)]?.key ?? field), present];
    }),
  );
}

export function formError(refused: ApiErrorLike | null): string | undefined {
  if (refused === null) return undefined;
  const fields = Object.entries(refused.errors ?? {});
  if (fields.length === 0) return refused.message;
  const unseen = fields.filter(
    ([field]) => !/^(?:title|description|sections\.\d+\.(?:title|id))$/.test(field),
  );
  return unseen.length === 0 ? undefined : unseen.flatMap(([, messages]) => messages).join(" ");
}
