import type { Action } from "@retro/contract/actions";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Item } from "@retro/contract/items";
import { isFacilitator } from "./permissions.ts";
import { type Audience, presentAction, presentItem } from "./present.ts";

/** What every part of a board has. `hidden`: its text is withheld. */
interface Presented {
  readonly hidden: boolean;
  readonly rev: number;
}

/** Which of its fields a part may lack for a user, and what its user keeps [H1, H2, H3, D3]. */
interface PartKind<T> {
  /** What only its authors and the facilitator see while texts are hidden. */
  readonly texts: readonly (keyof T)[];
  readonly authors: readonly (keyof T)[];
  readonly counts: readonly (keyof T)[];
  readonly present: (part: T, facilitation: Facilitation, audience: Audience) => T;
}

// A test names every field that is shown to everybody: a new one needs a decision.
export const itemPart: PartKind<Item> = {
  texts: ["title", "reactions", "name", "note"],
  authors: ["user_id"],
  counts: ["votes"],
  present: presentItem,
};
export const actionPart: PartKind<Action> = {
  texts: ["text", "link", "owner_id", "owner_name", "due_on"],
  authors: ["user_id", "source_user_id"],
  counts: [],
  present: presentAction,
};

/** Who looks at a board, and what is in force there: a `BoardView` is one. */
interface Viewer {
  readonly userId: string;
  readonly facilitation: Facilitation;
}

/**
 * An event of the board's channel carries a part without what only its authors or the facilitator may see
 * [H4]. If the view already has that, and the text has not changed since, the view keeps it; the event on
 * their own channel brings it anyway.
 */
export function keepKnown<T extends Presented>(
  { texts, authors, counts }: PartKind<T>,
  known: T | undefined,
  incoming: T,
  { userId, facilitation }: Viewer,
): T {
  if (!known) return incoming;
  const facilitates = isFacilitator(facilitation, userId);
  const isOwn = authors.some((field) => known[field] === userId);
  const keepsText = incoming.hidden && !known.hidden && known.rev === incoming.rev && (isOwn || facilitates);
  const kept = [
    ...(keepsText ? texts : []),
    ...authors.filter((field) => incoming[field] === null && known[field] === userId),
    ...counts.filter((field) => incoming[field] === null && known[field] !== null && facilitates),
  ];
  if (kept.length === 0) return incoming;
  const fields = Object.fromEntries(kept.map((field) => [field, known[field]]));
  return { ...incoming, ...fields, ...(keepsText && { hidden: false }) };
}

/** A known part with what an older version reveals: its text, if the same revision, and its authors. */
export function withRevealed<T extends Presented>({ texts, authors }: PartKind<T>, known: T, older: T): T {
  const reveals = known.hidden && !older.hidden && known.rev === older.rev;
  return {
    ...known,
    ...Object.fromEntries(authors.map((field) => [field, known[field] ?? older[field]])),
    ...(reveals && {
      ...Object.fromEntries(texts.map((field) => [field, older[field]])),
      hidden: false,
    }),
  };
}

/** Without what the options withhold from the viewer; the same object if nothing is [H6]. */
export function scrubPart<T extends Presented>(kind: PartKind<T>, part: T, viewer: Viewer): T {
  const presented = kind.present(part, viewer.facilitation, viewer.userId);
  const isWithheld = (field: keyof T) => presented[field] !== part[field];
  const fields = [...kind.texts, ...kind.authors, ...kind.counts];
  if (!fields.some(isWithheld)) return part;
  return part.hidden ? { ...presented, hidden: true } : presented;
}

/** As `scrubPart`, for all parts of a kind. @returns the same map if nothing is withheld */
export function scrubParts<T extends Presented>(
  kind: PartKind<T>,
  parts: ReadonlyMap<string, T>,
  viewer: Viewer,
): ReadonlyMap<string, T> {
  let scrubbed: Map<string, T> | null = null;
  for (const [id, part] of parts) {
    const shown = scrubPart(kind, part, viewer);
    if (shown !== part) (scrubbed ??= new Map(parts)).set(id, shown);
  }
  return scrubbed ?? parts;
}

/** Whether a part lacks its text although the viewer may see it: a private event was lost [Y3]. */
export function isMissingText<T extends Presented>(
  { authors }: PartKind<T>,
  part: T,
  { userId, facilitation }: Viewer,
): boolean {
  if (!part.hidden) return false;
  if (!facilitation.facilitator_options.hideContent) return true;
  return authors.some((field) => part[field] === userId) || isFacilitator(facilitation, userId);
}
