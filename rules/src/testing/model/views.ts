import { type Audience, hides, seesAuthor, seesCounts } from "./permissions.ts";
import { flattenItems, type ModelBoard, type ModelItem, sectionAbove, stickersOf, votesOn } from "./state.ts";

/** An item as an audience may see it; all fields of the wire but `order`, which only the server knows. */
export function seenItem(board: ModelBoard, item: ModelItem, who: Audience): Record<string, unknown> {
  const hidden = hides(board, item, who);
  const isSticker = item.kind === "sticker";
  return {
    id: item.id,
    board_id: board.id,
    parent_id: item.parent?.id ?? null,
    kind: item.kind,
    user_id: seesAuthor(board, item, who) ? item.author : null,
    title: hidden ? null : item.title,
    style: item.style,
    created_at: new Date(item.createdAt).toISOString(),
    rev: item.rev,
    votes: isSticker && seesCounts(board, who) ? votesOn(item) : null,
    hidden,
  };
}

/** The whole tree with its nested-set markers. */
export function seenTree(board: ModelBoard, who: Audience): unknown[] {
  let mark = 0;
  const grow = (items: readonly ModelItem[]): unknown[] =>
    items.map((item) => {
      const _lft = (mark += 1);
      const children = grow(item.children);
      const _rgt = (mark += 1);
      return { ...seenItem(board, item, who), _lft, _rgt, children };
    });
  return grow(board.sections);
}

/** Every item, flat, by id. */
export function seenItems(board: ModelBoard, who: Audience): Map<string, Record<string, unknown>> {
  return new Map(flattenItems(board.sections).map((item) => [item.id, seenItem(board, item, who)]));
}

/** `GET items/votes`: the votes by sticker and markers, and the counts. */
export function seenVotes(board: ModelBoard, who: string) {
  const marks = new Map<string, { _lft: number; _rgt: number }>();
  let mark = 0;
  const visit = (item: ModelItem) => {
    const _lft = (mark += 1);
    item.children.forEach(visit);
    marks.set(item.id, { _lft, _rgt: (mark += 1) });
  };
  board.sections.forEach(visit);
  const stickers = stickersOf(board);
  return {
    data: stickers
      .filter((item) => item.voters.has(who))
      .map((item) => ({ item_id: item.id, ...marks.get(item.id) }))
      .toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1)),
    counts: seesCounts(board, who)
      ? Object.fromEntries(
          stickers.filter((item) => votesOn(item) > 0).map((item) => [item.id, votesOn(item)]),
        )
      : null,
  };
}

/** A copy: the model's timer changes in place. */
export function seenFacilitation({ facilitator, options, timer }: ModelBoard) {
  return { facilitator_id: facilitator, facilitator_options: { ...options }, timer: { ...timer } };
}

export function seenBoard(board: ModelBoard, now: number) {
  return {
    id: board.id,
    title: board.title,
    description: board.description,
    ...seenFacilitation(board),
    sections: board.sections.map(({ id, title }) => ({ id, title })),
    ...(board.actions.length > 0 && { action_count: board.actions.length }),
    version: board.version,
    serverTime: now,
  };
}

/** How many votes the limit leaves this user for this sticker [V2]; null without a limit. */
export function votesLeft(board: ModelBoard, item: ModelItem, who: string): number | null {
  const limit = board.options.votes;
  if (limit === false) return null;
  const section = sectionAbove(item);
  const used = stickersOf(board).filter(
    (each) => each.voters.has(who) && (limit.item === "board" || sectionAbove(each) === section),
  );
  return Math.max(0, limit.limit - used.length);
}
