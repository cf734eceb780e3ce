import { type Action, detailsOf } from "@retro/contract/actions";
import type { FileAction, FileRound, FileSection, FileSticker } from "@retro/contract/files/board-file";
import { cleanLine, cleanText } from "@retro/contract/clean-text";
import type { Item, TreeItem } from "@retro/contract/items";
import type { SectionStyle, StickerStyle } from "@retro/contract/styles";
import type { LastMeeting, MeetingStep } from "@retro/contract/facilitation/meeting";
import { countReactions } from "@retro/contract/reactions";
import type { Round } from "@retro/contract/facilitation/rounds";
import { timesOf } from "@retro/rules/meeting";
import { seesCounts, showsAvatar } from "@retro/rules/permissions";
import { presentAction, presentItem } from "@retro/rules/present";
import { rankByVotes, type VoteRanking } from "@retro/rules/ranking";
import { closedRoundsOf, openRoundOf } from "@retro/rules/rounds";
import { buildTree } from "@retro/rules/tree";
import type { Db } from "../../deps.ts";
import { nextStepsOf } from "../../board/parts/board-row.ts";
import { loadActions } from "../../board/parts/action-store.ts";
import { readSnapshot } from "../../board/read/snapshot.ts";
import { findPeople } from "../people/commands.ts";
import { findShownQuestions, type ShownQuestion } from "../questions/commands.ts";
import { loadItems } from "../../board/parts/load-items.ts";

/** Makes every field required: a file may lack optional fields, an export has them. */
type Complete<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
export type ExportedSticker = Complete<
  Omit<FileSticker, "stickers" | "rounds" | "reactions" | "name" | "note">
> & {
  author: string | null;
  rounds?: FileSticker["rounds"];
  reactions?: FileSticker["reactions"];
  name?: string | undefined;
  note?: string | undefined;
  stickers: ExportedSticker[];
};
export type ExportedSection = Complete<Omit<FileSection, "columns" | "holds">> & {
  holds?: FileSection["holds"];
  columns: ExportedSticker[][];
};
export interface ExportedResult {
  rank: number;
  votes: number;
  sticker: ExportedSticker;
  section: ExportedSection;
}
/** A closed round of votes, and its ranking [V8]. */
export interface ExportedRound extends FileRound {
  results: ExportedResult[];
}
/** An action with the id, revision and times that its calendar event needs. */
export type ExportedAction = FileAction & Pick<Action, "id" | "rev" | "created_at" | "status_at">;
export interface ExportedBoard {
  title: string;
  description: string;
  created_at: string;
  exported_at: string;
  countsShown: boolean;
  people: string[];
  sections: ExportedSection[];
  /** The stickers and groups with votes, most votes first; none while counts are concealed (R3). */
  topVoted: ExportedResult[];
  /** The closed rounds in order; everybody may see them, also while counts are concealed [V8]. */
  rounds: ExportedRound[];
  /** The name of the round that is open; null: it has none, or no round is open. */
  openRound: string | null;
  actions: ExportedAction[];
  /** The anonymous questions whose answers are shown [Q3]. */
  questions: readonly ShownQuestion[];
  /** What the board remembers of its meetings [F1, F10]. */
  meeting: { steps: MeetingStep[] | null; last: LastMeeting | null; goesOn: boolean };
}

/** Cleans a text that was stored before rule W1; the file needs a text even if nothing is left of it. */
const fileText = (text: string) => cleanText(text) || "…";
const fileLine = (text: string) => cleanLine(text) || "…";

interface ExportRequest {
  boardId: string;
  userId: string;
  present: readonly string[];
  now: number;
}

/** Presents the board under the options after the read [X1, H4]. Names the authors whose avatars are shown. */
export async function readExportedBoard(
  db: Db,
  { boardId, userId, present, now }: ExportRequest,
): Promise<ExportedBoard> {
  const { value, board, facilitation } = await readSnapshot(
    { database: { db } },
    boardId,
    userId,
    async (_, row) => ({
      items: await loadItems(db, boardId),
      actions: row.action_count > 0 ? await loadActions(db, boardId) : [],
      questions: await findShownQuestions(db, row),
    }),
  );
  const { items } = value;
  const shown = items.map((item) => presentItem(item, facilitation, userId));
  const { avatars } = facilitation.facilitator_options;
  // Omit the authors while they are hidden: with one sticker the list would name its author (H3).
  const authors = avatars === "hide" ? [] : shown.flatMap((item) => item.user_id ?? []);
  const people = await findPeople(db, [userId, ...authors, ...present]);
  const names = new Map(
    people.filter(({ options }) => showsAvatar(avatars, options)).map((p) => [p.id, fileLine(p.name)]),
  );

  const sections = new ExportedSections(shown, names);
  return {
    title: fileLine(board.title),
    description: cleanText(board.description),
    created_at: new Date(board.created_at).toISOString(),
    exported_at: new Date(now).toISOString(),
    countsShown: seesCounts(facilitation, userId),
    people: people.map((p) => fileLine(p.name)),
    sections: sections.list,
    actions: exportActions(
      value.actions.map((action) => presentAction(action, facilitation, userId)),
      shown,
    ),
    questions: value.questions,
    meeting: {
      steps: nextStepsOf(board),
      goesOn: facilitation.meeting !== undefined,
      last: (facilitation.meeting ? timesOf(facilitation.meeting, now) : facilitation.last_meeting) ?? null,
    },
    rounds: closedRoundsOf(facilitation).map((round, i) => ({
      ...exportRound(round, sections.ids),
      results: sections.resultsOf(rankByVotes(shown, facilitation, userId, i + 1)),
    })),
    openRound: openRoundOf(facilitation)?.name ?? null,
    topVoted: sections.resultsOf(rankByVotes(shown, facilitation, userId)),
  };
}

function exportRound({ name, sections, closed, ...round }: Round, ids: readonly string[]): FileRound {
  return {
    ...(name !== undefined && { name: fileLine(name) }),
    // A section that was deleted after the round is in no file.
    ...(sections && { sections: sections.map((id) => ids.indexOf(id)).filter((at) => at >= 0) }),
    ...round,
    ...(closed !== undefined && { closed: new Date(closed).toISOString() }),
  };
}

function exportActions(actions: readonly Action[], items: readonly Item[]): ExportedAction[] {
  if (actions.length === 0) return [];
  const paths = new Map<string, number[]>();
  const visit = (nodes: readonly TreeItem[], path: number[]): void => {
    for (const [i, { id, children }] of nodes.entries()) {
      paths.set(id, [...path, i]);
      visit(children, [...path, i]);
    }
  };
  visit(buildTree(items), []);
  return actions.map((action) => ({
    id: action.id,
    rev: action.rev,
    text: action.text === null ? null : fileText(action.text),
    owner: action.owner_name === null ? undefined : fileLine(action.owner_name),
    ...detailsOf(action),
    status: action.status,
    created_at: action.created_at,
    status_at: action.status_at,
    source: paths.get(action.source_item_id ?? ""),
  }));
}

class ExportedSections {
  readonly list: ExportedSection[] = [];
  readonly #sections = new Map<string, ExportedSection>();
  readonly #stickers = new Map<string, ExportedSticker>();
  readonly #names: ReadonlyMap<string, string>;

  constructor(shown: readonly Item[], names: ReadonlyMap<string, string>) {
    this.#names = names;
    for (const { id, title, style, holds, children } of buildTree(shown)) {
      const columns = children.map((column) => column.children.map((item) => this.#add(item)));
      const section = { title: fileLine(title ?? ""), style: style as SectionStyle, holds, columns };
      this.#sections.set(id, section);
      this.list.push(section);
    }
  }

  #add(item: TreeItem): ExportedSticker {
    const sticker = {
      text: item.hidden ? null : fileText(item.title ?? ""),
      style: item.style as StickerStyle,
      votes: item.votes,
      rounds: item.rounds,
      author: item.user_id === null ? null : (this.#names.get(item.user_id) ?? null),
      created_at: item.created_at,
      reactions: countReactions(item.reactions),
      name: item.name === undefined ? undefined : fileLine(item.name),
      note: item.note === undefined ? undefined : fileText(item.note),
      stickers: item.children.map((child) => this.#add(child)),
    };
    this.#stickers.set(item.id, sticker);
    return sticker;
  }

  get ids(): string[] {
    return [...this.#sections.keys()];
  }

  resultsOf(ranking: VoteRanking | null): ExportedResult[] {
    return (ranking?.ranked ?? []).flatMap(({ rank, votes, ...at }) => {
      const sticker = this.#stickers.get(at.sticker.id);
      const section = this.#sections.get(at.section.id);
      return sticker === undefined || section === undefined ? [] : { rank, votes, sticker, section };
    });
  }
}

/** Null for a sticker that is no group, although it keeps the name it had as one [N1]. */
export function groupName({ name, stickers }: ExportedSticker): string | null {
  return stickers.length > 0 ? (name ?? null) : null;
}

export interface PlacedSticker {
  section: ExportedSection;
  column: number;
  group: ExportedSticker | null;
  sticker: ExportedSticker;
}

/** Every sticker of the board in reading order, a group before the stickers nested in it. */
export function* iterateStickers(view: Pick<ExportedBoard, "sections">): Generator<PlacedSticker> {
  function* below(
    stickers: ExportedSticker[],
    place: Omit<PlacedSticker, "sticker">,
  ): Generator<PlacedSticker> {
    for (const sticker of stickers) {
      yield { ...place, sticker };
      yield* below(sticker.stickers, { ...place, group: sticker });
    }
  }
  for (const section of view.sections)
    for (const [i, stickers] of section.columns.entries())
      yield* below(stickers, { section, column: i + 1, group: null });
}
