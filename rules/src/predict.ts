import type { Change } from "@retro/contract/changes";
import type { FacilitatorOptions, OptionName } from "@retro/contract/facilitation/facilitator-options";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Timer } from "@retro/contract/facilitation/timer";
import type { Item } from "@retro/contract/items";
import type { SectionStyle, StickerStyle } from "@retro/contract/styles";
import type { ReactionKind } from "@retro/contract/reactions";
import { type ActionCommand, isActionCommand, predictAction } from "./actions.ts";
import { applyChange, type BoardView, ownVotesOn } from "./apply-change.ts";
import { withoutItems, withTimerStopped, withOption, withSeatLeft } from "./facilitation.ts";
import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import type { OpenRound } from "@retro/contract/facilitation/rounds";
import { reorderSiblings } from "./order.ts";
import { mayEditBoard, mayFacilitate, mayStartTimer } from "./permissions.ts";
import { ownVoteChange, presentItem } from "./present.ts";
import { withReaction } from "./reactions.ts";
import { editedContent, firstRev } from "./revision.ts";
import {
  isRoundsFull,
  openRoundOf,
  presentRound,
  withoutOpenRound,
  withResults,
  withRoundClosed,
  withRoundOpened,
} from "./rounds.ts";
import type { SiblingOrder } from "./sort-by-votes.ts";
import { editedTimer, pausedTimer, playedTimer, startedTimer } from "./timer.ts";
import {
  childrenOf,
  makeOrderKeys,
  placeItem,
  findPlacementError,
  positionAfter,
  subtreeIds,
} from "./tree.ts";

interface NewSticker {
  id: string;
  title: string;
  style?: StickerStyle;
}

export interface ItemMove {
  id: string;
  parent_id: string | null;
  after_id: string | null;
  from?: { parent_id: string; order: string };
}
/** `seen`: where its user saw the sticker; a command that waited is sent only if it is still there [Y6]. */
export type SeenMove = ItemMove & { seen?: { parent_id: string; order: string } };

export type ItemCommand =
  | { type: "sticker.add"; id: string; parent_id: string; title: string; style?: StickerStyle }
  | { type: "stickers.add"; parent_id: string; items: NewSticker[] }
  | {
      type: "item.edit";
      id: string;
      title?: string;
      style?: StickerStyle | SectionStyle;
      name?: string | null;
      note?: string | null;
      rev?: number;
    }
  /**
   * `after_id`: the sibling to follow; null means first. `from`: refused if the sticker is no longer there
   * [T9].
   */
  | ({ type: "item.move" } & ItemMove)
  /** One after the other, all or none: several stickers become one group in one step [T13]. */
  | { type: "items.move"; moves: readonly SeenMove[] }
  /**
   * `rev`, `items`: refused if the sticker has another revision or contains another number of items. `since`,
   * the version of the board that its user saw: refused if others have changed any of the items after it
   * [T12].
   */
  | { type: "item.delete"; id: string; rev?: number; items?: number; since?: number }
  /** Refused if the present order is not `from` [T11]. */
  | { type: "stickers.order"; orders: readonly SiblingOrder[] }
  /**
   * `items`: the deleted sticker and what was nested in it, parents first, for the prediction; `voted`: the
   * user's votes, an id for each vote [T12].
   */
  | { type: "sticker.restore"; id: string; items: readonly Item[]; voted: readonly string[] }
  /**
   * `count`: how many votes of the user the sticker has afterwards; left out: one, if `voted` [V9]. `round`:
   * the one in which they voted; a vote that waited is for no other one [Y6, V8].
   */
  | { type: "vote"; id: string; voted: boolean; count?: number; round?: number }
  | { type: "reaction"; id: string; kind: ReactionKind; reacted: boolean };

/** Times are epoch milliseconds by the server's clock. */
export type FacilitationCommand =
  | { type: "timer.start"; count_time: number; at: number }
  | { type: "timer.edit"; count_time: number }
  | { type: "timer.pause"; at: number; seconds: number | null }
  | { type: "timer.play"; at: number }
  | { type: "timer.stop" }
  | { type: "option.set"; option: OptionName; value: FacilitatorOptions[OptionName] }
  | MeetingCommand
  | RoundCommand
  | { type: "seat.take" }
  | { type: "seat.leave" }
  | { type: "votes.reset" }
  | { type: "stickers.delete" };

/** What a facilitator does to the rounds of votes [V8]. */
type RoundCommand = ({ type: "round.open" } & OpenRound) | { type: "round.close" };

/** What a facilitator does to the meeting. `from`: refused if the meeting has left that step [F2]. */
type MeetingCommand =
  | { type: "meeting.start"; steps: MeetingStep[] }
  | { type: "meeting.step"; step: string; from: string; hideContent: boolean | undefined }
  /** null: to no topic. `from`: refused if the meeting has left that topic [F6]. */
  | { type: "meeting.topic"; topic: string | null; from: string | null }
  | { type: "meeting.undo" }
  | { type: "meeting.steps"; steps: MeetingStep[] }
  | { type: "meeting.end" };

/**
 * One command of a user. The browser shows the changes of `predict` until those of the server arrive [Y5].
 */
export type BoardCommand = ItemCommand | ActionCommand | FacilitationCommand;

/** What the server will make of a command [Y5]; nothing when the item is gone or the rules refuse it. */
export function predict(view: BoardView, command: BoardCommand, now: number): Change[] {
  if (isActionCommand(command)) return predictAction(view, command, now);
  switch (command.type) {
    case "sticker.add":
      return predictAddedStickers(view, command.parent_id, [command], now);
    case "stickers.add":
      return predictAddedStickers(view, command.parent_id, command.items, now);
    case "item.edit": {
      const item = view.items.get(command.id);
      const content = item && editedContent(item, command);
      // Only the server counts revisions [T8]. The prediction keeps the revision that the edit started from,
      // so that a second edit on top of it conflicts when the first one does.
      return content
        ? [{ type: "item.put", item: { ...item, ...content, rev: command.rev ?? item.rev } }]
        : [];
    }
    case "item.move":
      return predictMove(view, command) ?? [];
    case "items.move":
      return predictMoves(view, command.moves);
    case "item.delete":
      return view.items.has(command.id) ? predictDeleted(view, subtreeIds(view.items, command.id)) : [];
    case "stickers.order":
      return predictOrders(view, command.orders);
    case "sticker.restore":
      return predictRestored(view, command);
    case "vote": {
      const item = view.items.get(command.id);
      const had = ownVotesOn(view, command.id);
      const own = command.voted ? (command.count ?? Math.max(had, 1)) : 0;
      if (!item || had === own) return [];
      const changes: Change[] = [ownVoteChange(command.id, { own })];
      if (item.votes !== null)
        changes.push({
          type: "votes.put",
          item_id: command.id,
          votes: item.votes + own - had,
        });
      return changes;
    }
    case "reaction": {
      const item = view.items.get(command.id);
      if (!item) return [];
      const reactions = withReaction(item.reactions, command, view.userId);
      return reactions === item.reactions ? [] : [{ type: "item.put", item: { ...item, reactions } }];
    }
    case "votes.reset":
      return mayFacilitate(view.facilitation, view.userId) ? [] : [{ type: "votes.reset" }];
    case "stickers.delete": {
      if (mayFacilitate(view.facilitation, view.userId)) return [];
      const ids = [...view.items.values()].flatMap((item) => (item.kind === "sticker" ? [item.id] : []));
      return ids.length > 0 ? predictDeleted(view, ids) : [];
    }
    case "round.open":
    case "round.close":
      return predictRound(view, command, now);
    // A step is for everybody at once: the facilitator's screen goes on with the others'.
    case "meeting.start":
    case "meeting.step":
    case "meeting.topic":
    case "meeting.undo":
    case "meeting.steps":
    case "meeting.end":
      return [];
    default: {
      const facilitation = predictFacilitation(view.facilitation, view.userId, command);
      return facilitation ? [{ type: "session.put", session: facilitation }] : [];
    }
  }
}

function predictAddedStickers(
  view: BoardView,
  parentId: string,
  stickers: readonly NewSticker[],
  now: number,
): Change[] {
  const parent = view.items.get(parentId);
  if (!parent) return [];
  const newStickers = stickers.filter(({ id }) => !view.items.has(id));
  const last = childrenOf(view.items, parentId).at(-1)?.order ?? null;
  const orders = makeOrderKeys(newStickers.length, last);
  return newStickers.map(({ id, title, style = {} }, i): Change => {
    const item: Item = {
      id,
      board_id: parent.board_id,
      parent_id: parentId,
      kind: "sticker",
      order: orders[i] as string,
      user_id: view.userId,
      title,
      style,
      created_at: new Date(now).toISOString(),
      rev: firstRev,
      votes: 0,
      hidden: false,
    };
    return { type: "item.put", item };
  });
}

/** Null when there is no such sticker, or it cannot be there. */
function predictMove({ items }: BoardView, { id, parent_id, after_id }: ItemMove): Change[] | null {
  const item = items.get(id);
  if (!item || findPlacementError(items, id, parent_id)) return null;
  const siblings = childrenOf(items, parent_id).filter((sibling) => sibling.id !== id);
  const { order, rekeyed } = placeItem(siblings, positionAfter(siblings, after_id));
  return [
    { type: "item.put", item: { ...item, parent_id, order } },
    ...rekeyed.map((each): Change => ({ type: "item.put", item: { ...each.item, order: each.order } })),
  ];
}

/** None when one of them is impossible: the server refuses them all. */
function predictMoves(view: BoardView, moves: readonly ItemMove[]): Change[] {
  const changes: Change[] = [];
  let at = view;
  for (const move of moves) {
    const moved = predictMove(at, move);
    if (moved === null) return [];
    for (const change of moved) at = applyChange(at, change);
    changes.push(...moved);
  }
  return changes;
}

function predictOrders({ items }: BoardView, orders: readonly SiblingOrder[]): Change[] {
  return orders.flatMap(({ parent_id, to }) =>
    reorderSiblings(childrenOf(items, parent_id), to).map(({ item, order }): Change => ({
      type: "item.put",
      item: { ...item, order },
    })),
  );
}

function predictDeleted({ facilitation }: BoardView, ids: string[]): Change[] {
  const session = withoutItems(facilitation, ids);
  const deleted: Change = { type: "item.deleted", ids };
  return session === facilitation ? [deleted] : [deleted, { type: "session.put", session }];
}

/** None when only the server knows what the sticker contains or where it goes. */
function predictRestored(
  view: BoardView,
  { items, voted }: Extract<ItemCommand, { type: "sticker.restore" }>,
): Change[] {
  const [root] = items;
  if (root === undefined || view.items.has(root.id) || !view.items.has(root.parent_id ?? "")) return [];
  return [
    ...items.map((item): Change => ({
      type: "item.put",
      item: presentItem(item, view.facilitation, view.userId),
    })),
    ...[...new Set(voted)].map((item_id): Change => {
      const count = voted.filter((each) => each === item_id).length;
      return { type: "vote.mine", item_id, voted: true, ...(count > 1 && { count }) };
    }),
  ];
}

/** Opening a round closes the present votes as one [V8]. */
function predictRound(view: BoardView, command: RoundCommand, now: number): Change[] {
  const { facilitation, userId } = view;
  if (mayFacilitate(facilitation, userId)) return [];
  const opens = command.type === "round.open";
  const voted = [...view.items.values()].filter(({ votes }) => votes);
  const closes = voted.length > 0 || (!opens && openRoundOf(facilitation) !== null);
  if (!opens && !closes) return [];
  if (closes && isRoundsFull(withoutOpenRound(facilitation))) return [];
  const before = closes ? withRoundClosed(facilitation, now) : withoutOpenRound(facilitation);
  if (opens && isRoundsFull(before)) return [];
  const round = presentRound(facilitation);
  return [
    ...voted.map((item): Change => ({
      type: "item.put",
      item: { ...item, votes: 0, rounds: withResults(item, round) },
    })),
    { type: "votes.reset" },
    { type: "session.put", session: opens ? withRoundOpened(before, command) : before },
  ];
}

/** Null when the rules refuse the command, or only the server can decide. */
function predictFacilitation(
  facilitation: Facilitation,
  userId: string,
  command: Exclude<
    FacilitationCommand,
    MeetingCommand | RoundCommand | { type: "votes.reset" | "stickers.delete" }
  >,
): Facilitation | null {
  const withTimer = (timer: Timer | null) => timer && { ...facilitation, timer };
  if (command.type === "timer.start" || command.type === "timer.edit") {
    if (command.type === "timer.edit")
      return mayEditBoard(facilitation, userId)
        ? null
        : withTimer(editedTimer(facilitation.timer, command.count_time));
    if (mayStartTimer(facilitation, userId)) return null;
    const started = withTimer(startedTimer(facilitation.timer, command.count_time, command.at));
    return started && { ...started, facilitator_id: userId };
  }
  // Only the server knows whether another user has taken the seat meanwhile.
  if (command.type === "seat.take" || mayFacilitate(facilitation, userId)) return null;
  switch (command.type) {
    case "timer.pause":
      return withTimer(pausedTimer(facilitation.timer, command.at));
    case "timer.play":
      return withTimer(playedTimer(facilitation.timer, command.at));
    case "timer.stop":
      return withTimerStopped(facilitation);
    case "option.set":
      return withOption(facilitation, command.option, command.value);
    case "seat.leave":
      return withSeatLeft(facilitation);
    default:
      return command satisfies never;
  }
}
