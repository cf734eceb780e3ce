import { iterateStickers } from "./exported-board.ts";
import type { ExportedBoard, ExportedResult, ExportedSticker, PlacedSticker } from "./exported-board.ts";

/**
 * What a document for people shows of the ranking; tables show all of it. The board that follows has
 * everything.
 */
const shown = { results: 20, members: 10 };

/** The first results of the ranking, and how many more there are. */
export function topResults({ topVoted }: ExportedBoard): { results: ExportedResult[]; more: number } {
  return { results: topVoted.slice(0, shown.results), more: Math.max(0, topVoted.length - shown.results) };
}

/**
 * The first members of a group in board order, without the levels of nesting, and how many more there are.
 */
export function topMembers({ stickers }: ExportedSticker): { members: ExportedSticker[]; more: number } {
  const nested = (of: ExportedSticker[]): ExportedSticker[] =>
    of.flatMap((sticker) => [sticker, ...nested(sticker.stickers)]);
  const all = nested(stickers);
  return { members: all.slice(0, shown.members), more: Math.max(0, all.length - shown.members) };
}

/** A sticker in a table that begins with the ranking. */
export interface RankedRow extends PlacedSticker {
  /** Its place on the board, counted from 1; sorting by it gives the board's order. */
  position: number;
  /** The result that the sticker belongs to; null if the result has no rank. */
  result: ExportedResult | null;
}

/**
 * Every sticker of the board: first the ranked results, each with its members, then the others in board
 * order.
 */
export function rowsByRank(view: ExportedBoard): RankedRow[] {
  const resultOf = new Map(view.topVoted.map((result) => [result.sticker, result]));
  const ranked = new Map<ExportedResult, RankedRow[]>(view.topVoted.map((result) => [result, []]));
  const others: RankedRow[] = [];
  let result: ExportedResult | null = null;
  let position = 0;
  for (const placed of iterateStickers(view)) {
    position += 1;
    // A row without a group is the top of the next result; the rows of its members follow it.
    if (placed.group === null) result = resultOf.get(placed.sticker) ?? null;
    const rows = result === null ? others : (ranked.get(result) ?? others);
    rows.push({ ...placed, position, result });
  }
  return [...[...ranked.values()].flat(), ...others];
}
