import type { Meeting } from "@retro/contract/facilitation/meeting";
import type { Item } from "@retro/contract/items";
import { indexChildren } from "./tree.ts";

/** What a team talks about: a sticker in a column, with all that is nested in it [R1]. */
export interface Topic<T extends Item = Item> {
  /** The sticker's votes, or the sum of the group's [V4]. */
  votes: number;
  sticker: T;
  /** The stickers nested in it, in board order; empty for a single sticker. */
  members: readonly T[];
  section: T;
}

/** A group's name [N1], else the sticker's text; null: hidden. */
export function nameOfTopic({ sticker, members }: Pick<Topic, "sticker" | "members">): string | null {
  return (members.length > 0 ? sticker.name : undefined) ?? sticker.title;
}

export interface Topics<T extends Item = Item> {
  /** Most votes first; equals in board order. */
  voted: Topic<T>[];
  /** In board order. */
  unvoted: Topic<T>[];
}

/**
 * The topics of a board in the order of a round of votes, a group with the votes of all its stickers [R1, R2].
 * @param items all items of the board, in any order, as stored or as presented to a user
 * @param votesOf the votes of a sticker in the round; left out: in the one that is open
 * @returns null while a count is withheld
 */
export function topicsOf<T extends Item>(
  items: Iterable<T>,
  votesOf: (item: T) => number | null = ({ votes }) => votes,
): Topics<T> | null {
  const children = indexChildren(items);
  const topics: Topics<T> = { voted: [], unvoted: [] };
  for (const { sticker, section } of topStickers(children)) {
    const members = nestedIn(children, sticker.id);
    let votes = 0;
    for (const each of [sticker, ...members]) {
      const count = votesOf(each);
      if (count === null) return null;
      votes += count;
    }
    topics[votes > 0 ? "voted" : "unvoted"].push({ votes, sticker, members, section });
  }
  // The sort is stable: equals keep the board's order.
  topics.voted.sort((a, b) => b.votes - a.votes);
  return topics;
}

/**
 * The topics that a step for discussing still goes through, the next one first [F6].
 * @param voted most votes first
 * @param most how many of them the step takes; left out: all
 */
export function topicsLeft(
  voted: readonly Topic[],
  { topic, discussed = [] }: Pick<Meeting, "topic" | "discussed">,
  most?: number,
): Topic[] {
  return voted.slice(0, most).filter(({ sticker: { id } }) => id !== topic && !discussed.includes(id));
}

function* topStickers<T extends Item>(
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
