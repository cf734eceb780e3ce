import { LRUCache } from "lru-cache";
import type { SectionSummary } from "@retro/contract/boards";
import type { SectionStyle } from "@retro/contract/styles";
import { itemCount } from "../../board/turn/capacity.ts";
import type { Db, Deps } from "../../deps.ts";
import { countChildren, type ParentCount, sectionsOf } from "./section-summary-store.ts";

export interface SummarisedBoard {
  id: string;
  version: number;
  section_count: number;
  sticker_count: number;
}

export interface SummaryLimits {
  cached: number;
  /** Items of the boards that one list reads; the boards after them get their summary in a later list. */
  itemsPerList: number;
  /** Boards with more items together are read by `database.reader`, away from the event loop. */
  inlineItems: number;
}
const summaryLimits: SummaryLimits = { cached: 10_000, itemsPerList: 20_000, inlineItems: 1500 };

/** Each is computed once per version of its board. */
export class SectionSummaries {
  readonly #database: Deps["database"];
  readonly #limits: SummaryLimits;
  readonly #cache: LRUCache<string, SectionSummary[]>;
  readCount = 0;

  constructor({ database }: Pick<Deps, "database">, limits: Partial<SummaryLimits> = {}) {
    this.#database = database;
    this.#limits = { ...summaryLimits, ...limits };
    this.#cache = new LRUCache({ maxSize: this.#limits.cached, sizeCalculation: () => 1 });
  }

  /** The caller read the rows before: a summary is never older than its row. */
  async of(boards: readonly SummarisedBoard[]): Promise<Map<string, SectionSummary[]>> {
    const found = new Map<string, SectionSummary[]>();
    const missing: SummarisedBoard[] = [];
    let items = 0;
    for (const board of boards) {
      const known = this.#cache.get(keyOf(board));
      if (known !== undefined) found.set(board.id, known);
      else if (items + itemCount(board) <= this.#limits.itemsPerList) {
        items += itemCount(board);
        missing.push(board);
      }
    }
    if (missing.length === 0) return found;
    this.readCount += missing.length;
    const db = items > this.#limits.inlineItems ? this.#database.reader : this.#database.db;
    const read = await summarise(
      db,
      missing.map(({ id }) => id),
    );
    for (const board of missing) {
      const summary = read.get(board.id) ?? [];
      this.#cache.set(keyOf(board), summary);
      found.set(board.id, summary);
    }
    return found;
  }
}

const keyOf = ({ id, version }: SummarisedBoard) => `${id} ${version}`;

async function summarise(db: Db, boardIds: readonly string[]): Promise<Map<string, SectionSummary[]>> {
  const sections = await sectionsOf(db, boardIds);
  const parents = await countChildren(db, boardIds);
  const stickers = stickersPerSection(new Set(sections.map(({ id }) => id)), parents);
  const summaries = new Map<string, SectionSummary[]>();
  for (const { id, board_id, title, style } of sections) {
    const summary = {
      title: title ?? "",
      color: (JSON.parse(style) as SectionStyle).self?.backgroundColor ?? null,
      stickers: stickers.get(id) ?? 0,
    };
    const board = summaries.get(board_id);
    if (board === undefined) summaries.set(board_id, [summary]);
    else board.push(summary);
  }
  return summaries;
}

function stickersPerSection(
  sectionIds: ReadonlySet<string>,
  parents: readonly ParentCount[],
): Map<string, number> {
  const parentOf = new Map(parents.map(({ id, parent_id }) => [id, parent_id]));
  const sums = new Map<string, number>();
  for (const { id, children } of parents) {
    if (sectionIds.has(id)) continue;
    let section = parentOf.get(id) ?? null;
    while (section !== null && !sectionIds.has(section)) section = parentOf.get(section) ?? null;
    if (section !== null) sums.set(section, (sums.get(section) ?? 0) + children);
  }
  return sums;
}
