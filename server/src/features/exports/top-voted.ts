import { type Round, roundTitle } from "@retro/contract/facilitation/rounds";
import type { Translate } from "../../http/session/locale.ts";
import { iterateStickers } from "./exported-board.ts";
import type { ExportedBoard, ExportedResult, ExportedSticker, PlacedSticker } from "./exported-board.ts";

/** PDF and Markdown show this much of the ranking; tables show all of it. */
const shown = { results: 20, members: 10 };

export interface TopVoted {
  heading: string;
  results: ExportedResult[];
  more: number;
}

/** The present ranking and those of the closed rounds, the last one first; none without votes. */
export function topVotedOf({ topVoted, rounds, openRound }: ExportedBoard, t: Translate): TopVoted[] {
  const headingOf = (number: number, round: Pick<Round, "name">) =>
    `${t("exports.topVoted")} · ${roundTitle(t, number, round)}`;
  const present = rounds.length + 1;
  const heading =
    openRound === null && rounds.length === 0
      ? t("exports.topVoted")
      : headingOf(present, openRound === null ? {} : { name: openRound });
  const closed = rounds.map((round, i) => ({ heading: headingOf(i + 1, round), ranked: round.results }));
  return [{ heading, ranked: topVoted }, ...closed.toReversed()].flatMap(({ heading, ranked }) =>
    ranked.length === 0
      ? []
      : [
          {
            heading,
            results: ranked.slice(0, shown.results),
            more: Math.max(0, ranked.length - shown.results),
          },
        ],
  );
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
