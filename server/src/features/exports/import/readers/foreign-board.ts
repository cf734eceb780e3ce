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
import { fold } from "@retro/contract/fold";
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
  /** Added to the text if it fits. */
  description?: string;
  /** The place that an error names: `line 3`, or the path in a JSON file. */
  field: string;
  /** The column or key of the text, which an error names. */
  textName: string;
  id?: string | undefined;
  /** The id of the card that this one is nested in; an unknown one is ignored. */
  parent?: string | null | undefined;
  /** For the top card of a group: the group's name (`value`), and the column that has it (`name`). */
  group?: { name: string; value: string } | undefined;
  note?: string | undefined;
  reactions?: ReactionCounts | undefined;
  votes?: { name: string; value: unknown } | undefined;
  createdAt?: string | null | undefined;
  /** Used only if the card becomes an action; the author of a sticker is counted as left out. */
  author?: string;
  owners?: readonly string[];
  dueOn?: string;
  status?: FileAction["status"];
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

interface Section {
  title: string;
  field: string;
}

interface PlacedCard extends ForeignCard {
  placedIn: PlacedCard | null;
}

type PlacedSticker = FileSticker & { stickers: FileSticker[] };

const actionTitle =
  /^(?:(?:retro|team|next|new|наши|новые) )?(?:actions?(?: (?:items?|points?|plan))?|действия|договор[её]нности|задачи)(?: (?:for|from|на|для|из) .*)?$/u;

/** Whether the cards of a section with this title are actions. Only its letters count. */
const isForActions = (title: string): boolean =>
  actionTitle.test(
    fold(title)
      .replaceAll(/[^\p{L}]+/gu, " ")
      .trim(),
  );

/** A key that is equal for texts that look the same. */
export const sameText = (text: string): string => fold(cleanLine(text));

/**
 * Makes a board within our limits from another tool's file [X5]. Sections beyond the most that a board may
 * have join the last one, groups deeper than five levels become flatter, and what cannot be taken is counted.
 * A text that is too long is refused with its place, never cut.
 */
export class ForeignBoard {
  readonly #title: string;
  readonly #isOurs: boolean;
  #description = "";
  readonly #sections = new Map<string, Section>();
  readonly #cards: PlacedCard[] = [];
  readonly #cardsById = new Map<string, PlacedCard>();
  readonly #actions: FileAction[] = [];
  readonly #leftOut = new Map<LeftOutKind, number>();
  readonly #authors = new Set<string>();

  /**
   * @param fallback the title of a file whose own title is empty
   * @param isOurs whether the file marks its actions; otherwise titles of sections show which cards are
   *   actions
   */
  constructor(title: string, fallback: string, isOurs = false) {
    this.#isOurs = isOurs;
    const cut = cutText(cleanLine(title), limits.boardTitle) || fallback;
    this.#title = parseCell(boardFile.shape.board.shape.title, cut, "title");
  }

  describe(text: string): void {
    const description = cleanText(text);
    if (textLength(description) > limits.boardDescription) return this.leaveOut("descriptions");
    this.#description = parseCell(boardFile.shape.board.shape.description, description, "description") ?? "";
  }

  /** A description that does not fit below the text stays out whole. */
  #textWith(text: string, description: string, max: number): string {
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

  /** Sections whose keys look the same are one. */
  addSection(key: string, title: string, field: string): void {
    if (this.#sections.has(sameText(key))) return;
    this.#sections.set(sameText(key), { title: cleanLine(title) || this.#title, field });
  }

  addCard(card: ForeignCard): void {
    if (cleanText(card.text + (card.description ?? "")) === "") return this.leaveOut("emptyCards");
    if (this.#cards.length >= limits.import.stickers)
      throw fieldError(card.field, "validation.tooManyStickers", { max: limits.import.stickers });
    const placed = { ...card, placedIn: null };
    this.#cards.push(placed);
    if (card.id !== undefined && !this.#cardsById.has(card.id)) this.#cardsById.set(card.id, placed);
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
    const ofActions = this.#sectionsOfActions();
    const kept = [...this.#sections.values()].filter((section) => !ofActions.has(section));
    // Actions belong to no section.
    if (kept.length === 0 && this.#actions.length > 0) kept.push({ title: this.#title, field: "" });
    if (kept.length < limits.minSections) throw fieldError("line 1", "validation.tooFewSections");
    const sections: FileSection[] = kept.slice(0, limits.maxSections).map(({ title, field }) => ({
      title: parseCell(fileSection.shape.title, title, field),
      columns: [[], [], []],
    }));
    this.leaveOut("joinedSections", kept.length - sections.length);
    const places = new Map<Section | undefined, FileSection | undefined>(
      kept.map((section, i) => [section, sections[i] ?? sections.at(-1)]),
    );
    const stickers = new Map<PlacedCard, PlacedSticker>();
    for (const card of this.#cards) {
      if (ofActions.has(this.#sectionOf(card))) this.#addAsAction(card);
      else stickers.set(card, this.#stickerOf(card));
    }
    for (const card of stickers.keys()) card.placedIn = this.#parentOf(card, stickers);
    for (const [card, sticker] of stickers) {
      const ancestors = ancestorsOf(card).toReversed();
      if (ancestors.length >= limits.maxNesting) this.leaveOut("flattenedCards");
      const parent = ancestors.slice(0, limits.maxNesting - 1).at(-1);
      const above = parent === undefined ? undefined : stickers.get(parent)?.stickers;
      (above ?? places.get(this.#sectionOf(card))?.columns[0])?.push(sticker);
    }
    this.leaveOut("authors", this.#authors.size);
    const content: BoardContent = {
      board: { title: this.#title, description: this.#description },
      sections,
      actions: this.#actions,
    };
    return { content, leftOut: [...this.#leftOut].map(([kind, count]) => ({ kind, count })) };
  }

  /** A card of no declared section is in the first. */
  #sectionOf({ section }: ForeignCard): Section | undefined {
    return this.#sections.get(sameText(section)) ?? this.#sections.values().next().value;
  }

  /** Those called like "Action items", if there are others. */
  #sectionsOfActions(): Set<Section | undefined> {
    const all = [...this.#sections.values()].filter(({ title }) => isForActions(title));
    return new Set(this.#isOurs || all.length === this.#sections.size ? [] : all);
  }

  #stickerOf(card: ForeignCard): PlacedSticker {
    const { text, description = "", field, textName, group, note, reactions, votes, createdAt } = card;
    this.leaveOutAuthor(card.author ?? "");
    this.leaveOut("owners", card.owners?.length ?? 0);
    if (card.dueOn) this.leaveOut("dueDates");
    const whole = this.#textWith(text, description, limits.stickerTitle);
    return {
      text: parseCell(fileSticker.shape.text, whole, `${field}.${textName}`),
      votes: parseCell(fileSticker.shape.votes, numberOf(votes?.value), `${field}.${votes?.name}`),
      ...(group && { name: parseCell(fileSticker.shape.name, group.value, `${field}.${group.name}`) }),
      ...(note && { note: parseCell(fileSticker.shape.note, note, `${field}.note`) }),
      ...(reactions && {
        reactions: parseCell(fileSticker.shape.reactions, reactions, `${field}.reactions`),
      }),
      created_at: this.#timeOf(createdAt),
      stickers: [],
    };
  }

  #addAsAction({ text, description = "", author, owners, ...rest }: ForeignCard): void {
    this.addAction({
      ...rest,
      text: this.#textWith(text, description, limits.actions.text),
      owners: owners ?? [author ?? ""],
    });
  }

  /** A card that would be nested in itself is in no group. */
  #parentOf(card: PlacedCard, stickers: ReadonlyMap<PlacedCard, unknown>): PlacedCard | null {
    const parent = this.#cardsById.get(card.parent ?? "") ?? null;
    if (parent === null || parent === card || !stickers.has(parent) || ancestorsOf(parent).includes(card))
      return null;
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
  for (let next = card.placedIn; next !== null; next = next.placedIn) line.push(next);
  return line;
}

/** Spreadsheets write a whole number also as `1,200`, `1 200` or `2,0`. */
function numberOf(value: unknown): unknown {
  if (typeof value !== "string") return value ?? undefined;
  const digits = value.trim().replace(/[.,]0+$/u, "");
  if (digits === "") return undefined;
  return Number(/^\d{1,3}(?:[.,'’\s]\d{3})+$/u.test(digits) ? digits.replaceAll(/\D/gu, "") : digits);
}
