import {
  type BoardContent,
  boardFile,
  type FileAction,
  fileAction,
  type FileSection,
  fileSection,
  type FileSticker,
  fileSticker,
  type LeftOutKind,
} from "@retro/contract/files/board-file";
import { cleanLine, cleanText } from "@retro/contract/clean-text";
import { webAddress } from "@retro/contract/web-address";
import { limits } from "@retro/contract/limits";
import type { ReactionCounts } from "@retro/contract/reactions";
import { cutText, textLength } from "@retro/contract/text";
import { fieldError } from "../../../../http/errors/app-error.ts";
import { parseCell } from "../../csv/csv-lines.ts";
import type { ImportedFile } from "./reader.ts";

export interface ForeignCard {
  /** The key of a section, declared before. */
  section: string;
  text: string;
  /** `line 3` or the path in a JSON: where an error is. */
  field: string;
  /** The column or key of the text, which an error names. */
  textName: string;
  id?: string | undefined;
  /** The id of the card that this one is nested in; an unknown one is ignored. */
  parent?: string | null | undefined;
  /** The name of the group that this card holds, and its column. */
  group?: { name: string; value: string } | undefined;
  note?: string | undefined;
  reactions?: ReactionCounts | undefined;
  votes?: { name: string; value: unknown } | undefined;
  createdAt?: string | number | null | undefined;
}

interface ForeignAction {
  text: string;
  field: string;
  textName: string;
  status?: FileAction["status"];
  owners?: readonly string[];
  dueOn?: string | null | undefined;
  link?: string | undefined;
  createdAt?: string | null | undefined;
}

interface PlacedCard {
  section: number;
  sticker: FileSticker & { stickers: FileSticker[] };
  proposedParent: string | null | undefined;
  parent: PlacedCard | null;
}

/**
 * Takes what another tool's file says and makes a board that obeys our limits [X5]. Sections beyond the last
 * one join it, groups deeper than five levels become flatter, and what cannot be taken is counted. A text
 * that is too long is refused by its place, never cut.
 */
export class ForeignBoard {
  readonly #title: string;
  #description = "";
  readonly #sections: string[] = [];
  readonly #sectionIndexes = new Map<string, number>();
  readonly #cards: PlacedCard[] = [];
  readonly #cardsById = new Map<string, PlacedCard>();
  readonly #actions: FileAction[] = [];
  readonly #leftOut = new Map<LeftOutKind, number>();
  readonly #authors = new Set<string>();

  /** @param fallback the title of a file whose own title is empty */
  constructor(title: string, fallback: string) {
    const cut = cutText(cleanLine(title), limits.boardTitle) || fallback;
    this.#title = parseCell(boardFile.shape.board.shape.title, cut, "title");
  }

  describe(text: string): void {
    const description = cleanText(text);
    if (textLength(description) > limits.boardDescription) return this.leaveOut("descriptions");
    this.#description = parseCell(boardFile.shape.board.shape.description, description, "description") ?? "";
  }

  /** A description that does not fit below the text stays out whole. */
  textWith(text: string, description: string, max: number): string {
    if (cleanText(description) === "") return text;
    const whole = `${text}\n${description}`;
    if (textLength(cleanText(whole)) <= max) return whole;
    this.leaveOut("descriptions");
    return text;
  }

  leaveOut(kind: LeftOutKind, count = 1): void {
    if (count > 0) this.#leftOut.set(kind, (this.#leftOut.get(kind) ?? 0) + count);
  }

  /** An imported sticker has no author [X5]. */
  leaveOutAuthor(name: string): void {
    if (cleanLine(name) !== "") this.#authors.add(cleanLine(name));
  }

  addSection(key: string, title: string, field: string): void {
    if (this.#sectionIndexes.has(key)) return;
    this.#sectionIndexes.set(key, Math.min(this.#sections.length, limits.maxSections - 1));
    if (this.#sections.length >= limits.maxSections) return this.leaveOut("joinedSections");
    this.#sections.push(parseCell(fileSection.shape.title, cleanLine(title) || this.#title, field));
  }

  addCard(card: ForeignCard): void {
    const { section, text, field, textName, id, parent, group, note, reactions, votes, createdAt } = card;
    if (cleanText(text) === "") return this.leaveOut("emptyCards");
    if (this.#cards.length >= limits.import.stickers)
      throw fieldError(field, "validation.tooManyStickers", { max: limits.import.stickers });
    const placed: PlacedCard = {
      section: this.#sectionIndexes.get(section) ?? 0,
      sticker: {
        text: parseCell(fileSticker.shape.text, text, `${field}.${textName}`),
        votes: parseCell(fileSticker.shape.votes, numberOf(votes?.value), `${field}.${votes?.name}`),
        ...(group && { name: parseCell(fileSticker.shape.name, group.value, `${field}.${group.name}`) }),
        ...(note && { note: parseCell(fileSticker.shape.note, note, `${field}.note`) }),
        ...(reactions && {
          reactions: parseCell(fileSticker.shape.reactions, reactions, `${field}.reactions`),
        }),
        created_at: this.#timeOf(createdAt),
        stickers: [],
      },
      proposedParent: parent,
      parent: null,
    };
    this.#cards.push(placed);
    if (id !== undefined && !this.#cardsById.has(id)) this.#cardsById.set(id, placed);
  }

  addAction({
    text,
    field,
    textName,
    status = "open",
    owners = [],
    dueOn,
    link,
    createdAt,
  }: ForeignAction): void {
    if (cleanText(text) === "") return this.leaveOut("emptyCards");
    if (this.#actions.length >= limits.actions.perBoard) return this.leaveOut("actions");
    const address = webAddress.safeParse(link);
    if (link && !address.success) this.leaveOut("links");
    const due = this.#timeOf(dueOn);
    const action = {
      text,
      link: address.success ? address.data : undefined,
      owner: this.#ownerOf(owners),
      due_on: due?.slice(0, 10),
      status,
      created_at: this.#timeOf(createdAt),
    };
    this.#actions.push(parseCell(fileAction, action, `${field}.${textName}`));
  }

  finish(): ImportedFile {
    // Actions belong to no section.
    if (this.#sections.length === 0 && this.#actions.length > 0) this.#sections.push(this.#title);
    if (this.#sections.length < limits.minSections) throw fieldError("line 1", "validation.tooFewSections");
    const sections: FileSection[] = this.#sections.map((title) => ({ title, columns: [[], [], []] }));
    for (const card of this.#cards) card.parent = this.#parentOf(card);
    for (const card of this.#cards) {
      const ancestors = ancestorsOf(card).toReversed();
      if (ancestors.length >= limits.maxNesting) this.leaveOut("flattenedCards");
      const parent = ancestors.slice(0, limits.maxNesting - 1).at(-1);
      (parent?.sticker.stickers ?? sections[card.section]?.columns[0])?.push(card.sticker);
    }
    this.leaveOut("authors", this.#authors.size);
    const content: BoardContent = {
      board: { title: this.#title, description: this.#description },
      sections,
      actions: this.#actions,
    };
    return { content, leftOut: [...this.#leftOut].map(([kind, count]) => ({ kind, count })) };
  }

  /** A card that would be nested in itself is in no group. */
  #parentOf(card: PlacedCard): PlacedCard | null {
    const parent = this.#cardsById.get(card.proposedParent ?? "") ?? null;
    if (parent === null || parent === card || ancestorsOf(parent).includes(card)) return null;
    return parent;
  }

  #ownerOf(names: readonly string[]): string | undefined {
    let owner = "";
    for (const name of names.map(cleanLine).filter((each) => each !== "")) {
      const joined = owner === "" ? name : `${owner}, ${name}`;
      if (textLength(joined) <= limits.actions.ownerName) owner = joined;
      else this.leaveOut("owners");
    }
    return owner || undefined;
  }

  #timeOf(value: string | number | null | undefined): string | undefined {
    if (value === undefined || value === null || value === "") return undefined;
    const time = new Date(value);
    const year = time.getUTCFullYear();
    if (year >= 1970 && year <= 9999) return time.toISOString();
    this.leaveOut("dates");
    return undefined;
  }
}

function ancestorsOf(card: PlacedCard): PlacedCard[] {
  const line: PlacedCard[] = [];
  for (let next = card.parent; next !== null; next = next.parent) line.push(next);
  return line;
}

function numberOf(value: unknown): unknown {
  if (typeof value !== "string") return value ?? undefined;
  return value.trim() === "" ? undefined : Number(value);
}
