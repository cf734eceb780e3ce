import type { Facilitation, Item } from "@retro/contract/entities";
import { isHiddenFrom, seesCounts } from "./permissions.ts";
import { indexChildren } from "./tree.ts";

/** A sticker or a group with at least one vote, and its place among the others [R1, R2]. */
export interface RankedResult<T extends Item = Item> {
  /** Counted from 1. Results with equal votes share it: 1, 1, 3. */
  rank: number;
  /** The sticker's votes, or the sum of the group's. */
  votes: number;
  sticker: T;
  /** The stickers nested in it, in board order; empty for a single sticker. */
  members: readonly T[];
  section: T;
}

export interface VoteRanking<T extends Item = Item> {
  /** Most votes first; equals in board order. */
  ranked: readonly RankedResult<T>[];
  unvoted: number;
  /** How many stickers and groups are left out because they contain a text that is hidden from the user. */
  hidden: number;
}

/**
 * Ranks a board's stickers and groups by their votes, for one user [R1, R2, R3].
 * @param items all items of the board, in any order, as stored or as presented to the user
 * @returns null while vote counts are concealed from the user, and until the browser has all of them after
 *   they were
 */
export function rankByVotes<T extends Item>(
  items: Iterable<T>,
  facilitation: Facilitation,
  userId: string,
): VoteRanking<T> | null {
  if (!seesCounts(facilitation, userId)) return null;
  const children = indexChildren(items);
  const isHidden = (item: T) => item.hidden || isHiddenFrom(facilitation, item, userId);
  const voted: Omit<RankedResult<T>, "rank">[] = [];
  let unvoted = 0;
  let hidden = 0;
  for (const { sticker, section } of resultsInBoardOrder(children)) {
    const members = nestedIn(children, sticker.id);
    const all = [sticker, ...members];
    let votes = 0;
    for (const each of all) {
      if (each.votes === null) return null;
      votes += each.votes;
    }
    if (all.some(isHidden)) hidden += 1;
    else if (votes === 0) unvoted += 1;
    else voted.push({ votes, sticker, members, section });
  }
  // The sort is stable: equals keep the board's order.
  voted.sort((a, b) => b.votes - a.votes);
  const ranked: RankedResult<T>[] = [];
  for (const [i, result] of voted.entries()) {
    const before = ranked.at(-1);
    ranked.push({ rank: before?.votes === result.votes ? before.rank : i + 1, ...result });
  }
  return { ranked, unvoted, hidden };
}

function* resultsInBoardOrder<T extends Item>(
  children: ReadonlyMap<string | null, readonly T[]>,
): Generator<{ sticker: T; section: T }> {
  for (const section of children.get(null) ?? [])
    for (const column of children.get(section.id) ?? [])
      for (const sticker of children.get(column.id) ?? []) yield { sticker, section };
}

/** The stickers below a sticker, each before those nested in it. */
function nestedIn<T extends Item>(children: ReadonlyMap<string | null, readonly T[]>, id: string): T[] {
  return (children.get(id) ?? []).flatMap((child) => [child, ...nestedIn(children, child.id)]);
}
