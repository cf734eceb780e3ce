import { iterateStickers } from "./exported-board.ts";
import type { ExportedBoard, ExportedResult, ExportedSticker, PlacedSticker } from "./exported-board.ts";

/** For documents for people; tables show all of the ranking. */
const shown = { results: 20, members: 10 };

export function topResults({ topVoted }: ExportedBoard): { results: ExportedResult[]; more: number } {
  return { results: topVoted.slice(0, shown.results), more: Math.max(0, topVoted.length - shown.results) };
}

export function topMembers({ stickers }: ExportedSticker): { members: ExportedSticker[]; more: number } {
  const nested = (of: ExportedSticker[]): ExportedSticker[] =>
    of.flatMap((sticker) => [sticker, ...nested(sticker.stickers)]);
  const all = nested(stickers);
  return { members: all.slice(0, shown.members), more: Math.max(0, all.length - shown.members) };
}

export interface RankedRow extends PlacedSticker {
  position: number;
  result: ExportedResult | null;
}

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
