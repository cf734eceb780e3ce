import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Item } from "@retro/contract/items";
import { isHiddenFrom, seesCounts } from "./permissions.ts";
import { votesInRound } from "./rounds.ts";
import { type Topic, topicsOf } from "./topics.ts";

/** A sticker or a group with at least one vote, and its place among the others [R1, R2]. */
export interface RankedResult<T extends Item = Item> extends Topic<T> {
  /** Counted from 1. Results with equal votes share it: 1, 1, 3. */
  rank: number;
}

export interface VoteRanking<T extends Item = Item> {
  /** Most votes first; equals in board order. */
  ranked: readonly RankedResult<T>[];
  /** In board order. */
  unvoted: readonly Topic<T>[];
  /** How many stickers and groups are left out because they contain a text that is hidden from the user. */
  hidden: number;
}

/**
 * Ranks a board's stickers and groups by their votes, for one user [R1, R2, R3].
 * @param items all items of the board, in any order, as stored or as presented to the user
 * @param round the number of a closed round, whose results are for everybody [V8]; null: the present votes
 * @returns null while vote counts are concealed from the user, and until the browser has all of them after
 *   they were
 */
export function rankByVotes<T extends Item>(
  items: Iterable<T>,
  facilitation: Facilitation,
  userId: string,
  round: number | null = null,
): VoteRanking<T> | null {
  if (round === null && !seesCounts(facilitation, userId)) return null;
  const topics = topicsOf(items, (item) => votesInRound(item, round));
  if (topics === null) return null;
  const isShown = ({ sticker, members }: Topic<T>) =>
    ![sticker, ...members].some((item) => item.hidden || isHiddenFrom(facilitation, item, userId));
  const voted = topics.voted.filter(isShown);
  const unvoted = topics.unvoted.filter(isShown);
  const ranked: RankedResult<T>[] = [];
  for (const [i, result] of voted.entries()) {
    const before = ranked.at(-1);
    ranked.push({ rank: before?.votes === result.votes ? before.rank : i + 1, ...result });
  }
  const hidden = topics.voted.length + topics.unvoted.length - voted.length - unvoted.length;
  return { ranked, unvoted, hidden };
}
