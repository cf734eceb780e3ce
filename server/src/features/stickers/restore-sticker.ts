import type { Item } from "@retro/contract/items";
import { limits } from "@retro/contract/limits";
import { mayEditStickers } from "@retro/rules/permissions";
import { lastPlaceOf, parentForRestored, positionForRestored } from "@retro/rules/restore";
import type { OwnVotes } from "@retro/rules/present";
import { indexChildren, placeItem, subtreeHeight, subtreeIds } from "@retro/rules/tree";
import { remainingVotesAfter } from "@retro/rules/votes";
import type { BoardCall } from "../../board/turn/caller.ts";
import * as deletions from "../../board/parts/deletion-store.ts";
import { insertRows, type ItemRow, toItem } from "../../board/parts/item-store.ts";
import { loadItem } from "../../board/parts/load-items.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";
import { AppError, notFound, requireAllowed } from "../../http/errors/app-error.ts";
import { countUsedVotes, sectionOf } from "../votes/commands.ts";
import { type CommandResult, presentForCaller, presentItemNow } from "./command-result.ts";
import { refuseHidden, saveOrders } from "./moving.ts";
import * as store from "./store.ts";

/** Keeps a sticker that is about to be deleted, so that the caller can restore it [T12]. */
export async function keepForUndo(turn: Turn, id: string, ids: readonly string[]): Promise<void> {
  const place = lastPlaceOf(await store.loadPlace(turn.db, turn.board.id, id), id);
  if (place === null) return;
  const { column_id, section_order, column_order } = place;
  const deletion = {
    id,
    board_id: turn.board.id,
    user_id: turn.caller.userId,
    column_id,
    section_order,
    column_order,
    created_at: turn.now,
  };
  await deletions.keepDeleted(turn.db, deletion, ids);
}

/**
 * With what was nested in it, its authors, styles and votes; a repeated call is harmless [T12].
 * @throws AppError 403 by E2 or E4, 404, 409 `id_taken`, 422 on `title` if the board is full, 429
 */
export async function restoreSticker(
  { deps, boardId, caller }: BoardCall,
  id: string,
): Promise<CommandResult<Item | null>> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    if (turn.isRepeat) return presentItemNow(turn, id);
    const present = await loadItem(turn.db, boardId, id);
    if (present?.kind === "sticker") return presentForCaller(turn, present);
    const deletion = await deletions.findDeletion(turn.db, id);
    const isOwn = deletion?.board_id === boardId && deletion.user_id === caller.userId;
    if (!isOwn || turn.now - deletion.created_at > limits.deletedStickers.keptMs) throw notFound();
    requireAllowed(mayEditStickers(turn.facilitation, caller.userId));
    const rows = await deletions.deletedRows(turn.db, deletion);
    const nodes = new Map(rows.map((row) => [row.id, { ...row, order: row.order_key }]));
    refuseHidden(turn, nodes, id);
    turn.chargeItems(rows.length);
    turn.countItems(0, rows.length);
    await refuseTakenIds(turn, [...nodes.keys()]);
    const inserted = await insertRestored(turn, deletion, nodes);
    const voters = await returnVotes(turn, deletion, id);
    await deletions.removeDeletion(turn.db, id);
    const items = inserted.map((row) => toItem(row, sumOf(voters.get(row.id))));
    for (const item of items) turn.record({ type: "item.put", item });
    for (const { id: item_id, votes } of items) {
      const given = voters.get(item_id);
      if (given) turn.record({ type: "votes.restored", item_id, voters: given, votes: votes ?? 0 });
    }
    return presentForCaller(turn, items[0] as Item);
  });
}

/** An author may have added a sticker with the same id again [T7]. @throws AppError 409 `id_taken` */
async function refuseTakenIds(turn: Turn, ids: readonly string[]): Promise<void> {
  if (await store.hasAnyRow(turn.db, ids)) throw new AppError(409, "id_taken");
}

type DeletedNode = ItemRow & { parent_id: string; order: string };

/** The restored one at its former place or near it. Returns the rows, parents first. */
async function insertRestored(
  turn: Turn,
  deletion: deletions.Deletion,
  nodes: ReadonlyMap<string, DeletedNode>,
): Promise<ItemRow[]> {
  const root = nodes.get(deletion.id) as DeletedNode;
  const former = { ...deletion, parent_id: root.parent_id };
  const around = await store.loadAroundPlace(turn.db, turn.board.id, former);
  const height = subtreeHeight(indexChildren(nodes.values()), root.id);
  const parentId = parentForRestored(around, former, height);
  if (parentId === null) throw notFound();
  const siblings = await store.loadChildren(turn.db, turn.board.id, parentId);
  const { order, rekeyed } = placeItem(siblings, positionForRestored(siblings, parentId, root));
  const rows = subtreeIds(nodes, root.id).map((id): ItemRow => {
    const { order: _, ...row } = nodes.get(id) as DeletedNode;
    return id === root.id ? { ...row, parent_id: parentId, order_key: order } : row;
  });
  await insertRows(turn.db, rows);
  await saveOrders(turn, new Map(rekeyed.map((each) => [each.item.id, each.order])));
  return rows;
}

const sumOf = (voters: readonly OwnVotes[] = []) => voters.reduce((sum, { own }) => sum + own, 0);

/** As far as the limit in force allows each voter, where the vote was given [V7]. Returns the voters of each sticker. */
async function returnVotes(
  turn: Turn,
  deletion: deletions.Deletion,
  rootId: string,
): Promise<Map<string, OwnVotes[]>> {
  const votes = await deletions.deletedVotes(turn.db, deletion.id);
  turn.chargeItems(votes.length);
  const here = await sectionOf(turn, rootId);
  const limit = turn.facilitation.facilitator_options.votes;
  const left = new Map<string, number>();
  const dropped: string[] = [];
  const voters = new Map<string, OwnVotes[]>();
  for (const { id, item_id, user_id, count, section_id } of votes) {
    const countsIn = section_id ?? here;
    const key = limit !== false && limit.item === "section" ? `${user_id} ${countsIn}` : user_id;
    const remaining =
      left.get(key) ??
      remainingVotesAfter(turn.facilitation, await countUsedVotes(turn, user_id, countsIn)) ??
      Number.POSITIVE_INFINITY;
    left.set(key, remaining < count ? remaining : remaining - count);
    if (remaining < count) dropped.push(id);
    else {
      const voter = { user_id, own: count, ...(countsIn !== here && { section_id: countsIn }) };
      voters.set(item_id, [...(voters.get(item_id) ?? []), voter]);
    }
  }
  await deletions.returnVotes(turn.db, deletion, dropped);
  return voters;
}
