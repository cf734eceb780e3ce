import {
  type SortItem,
  type SortItems,
  type UpdateItem,
  updateSectionBody,
  updateStickerBody,
} from "@retro/contract/commands";
import type { Item } from "@retro/contract/items";
import { withoutItems } from "@retro/rules/facilitation";
import { mayEditBoard, mayEditStickers, mayFacilitate, mayChangeSticker } from "@retro/rules/permissions";
import { editedContent } from "@retro/rules/revision";
import { childrenOf, placeItem, findPlacementError, positionAfter } from "@retro/rules/tree";
import type { BoardCall } from "../../board/turn/caller.ts";
import { removeDeletionsOf } from "../../board/parts/deletion-store.ts";
import { loadItem } from "../../board/parts/load-items.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";
import { AppError, fieldError, notFound, requireAllowed } from "../../http/errors/app-error.ts";
import { parse } from "../../http/errors/validation.ts";
import { type CommandResult, presentForCaller, presentItemNow } from "./command-result.ts";
import { keepForUndo } from "./restore-sticker.ts";
import { refuseHidden, saveOrders } from "./moving.ts";
import { refuseChangedByOthers } from "./changes-of-others.ts";
import * as store from "./store.ts";
import { prices } from "../../limits/budgets.ts";

/**
 * Changes title, style, the group's name or the topic's note of a sticker, or title or style of a section (T8,
 * E1, E4, N1, F7; spec 10.3).
 * @throws AppError 403 by the rules, 404, 409 `conflict` with the current item, 422
 */
export async function editItem(
  { deps, boardId, caller }: BoardCall,
  id: string,
  body: UpdateItem,
): Promise<CommandResult<Item | null>> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    if (turn.isRepeat) return presentItemNow(turn, id);
    const item = await loadItem(turn.db, boardId, id);
    if (!item || item.kind === "column") throw notFound();
    requireAllowed(
      item.kind === "section"
        ? mayEditBoard(turn.facilitation, caller.userId)
        : mayChangeSticker(turn.facilitation, item, caller.userId),
    );
    const patch = parse(item.kind === "section" ? updateSectionBody : updateStickerBody, {
      title: body.title,
      style: body.style,
      name: body.name,
      note: body.note,
    });
    if (typeof body.rev === "number" && body.rev !== item.rev)
      throw new AppError(409, "conflict", { data: presentForCaller(turn, item) });
    const content = editedContent(item, patch);
    if (!content) return presentForCaller(turn, item);
    const edited: Item = { ...item, ...content, rev: item.rev + 1 };
    const { title, style, name = null, note = null, rev } = edited;
    await store.saveContent(turn.db, id, { title, style: JSON.stringify(style), name, note, rev });
    turn.record({ type: "item.put", item: edited });
    return presentForCaller(turn, edited);
  });
}

/**
 * To a position among its new siblings or after one of them, with what is nested in it [T4, T9].
 * @throws AppError 403 by E2 or E4, 404, 409 `conflict` if it is not at `from`, 422 on the field
 */
export async function moveItem(
  { deps, boardId, caller }: BoardCall,
  body: SortItem,
): Promise<CommandResult<Item | null>> {
  return takeTurn(deps, boardId, caller, (turn) => move(turn, body));
}

/**
 * One after the other, all or none, in one version [T13]: several stickers become one group in one step.
 * @throws AppError as `moveItem`, and 429
 */
export async function moveItems(
  { deps, boardId, caller }: BoardCall,
  { moves }: SortItems,
): Promise<CommandResult<Item[]>> {
  const more = moves.length - 1;
  if (caller.payer) deps.rateLimiter.charge(caller.payer, { points: more * prices.item.points });
  return takeTurn(deps, boardId, caller, async (turn) => {
    const moved: (Item | null)[] = [];
    for (const body of moves) moved.push(await move(turn, body));
    return moved.filter((item) => item !== null);
  });
}

async function move(turn: Turn, body: SortItem): Promise<Item | null> {
  if (turn.isRepeat) return presentItemNow(turn, body.item_id);
  requireAllowed(mayEditStickers(turn.facilitation, turn.caller.userId));
  const boardId = turn.board.id;
  const places = { itemId: body.item_id, parentId: body.parent_id };
  const nodes = await store.loadForMove(turn.db, boardId, places);
  turn.chargeItems(nodes.size);
  const node = nodes.get(body.item_id);
  if (node?.kind !== "sticker") throw fieldError("item_id", "validation.unknownSticker");
  refuseHidden(turn, nodes, node.id);
  const fault = findPlacementError(nodes, node.id, body.parent_id);
  if (fault) throw fieldError("parent_id", fault.key, fault.params);
  const siblings = childrenOf(nodes, body.parent_id);
  const others = siblings.filter((s) => s.id !== node.id);
  const item = (await loadItem(turn.db, boardId, node.id)) as Item;
  const position =
    body.after_id === undefined
      ? Math.min(body.position ?? others.length, others.length)
      : positionAfter(others, body.after_id);
  const stays = node.parent_id === body.parent_id && siblings.indexOf(node) === position;
  if (stays) return presentForCaller(turn, item);
  const { from } = body;
  if (from && (from.parent_id !== item.parent_id || from.order !== item.order))
    throw new AppError(409, "conflict", { data: presentForCaller(turn, item) });
  const { order, rekeyed } = placeItem(others, position);
  const moved: Item = { ...item, parent_id: body.parent_id, order };
  await store.savePlace(turn.db, node.id, moved.parent_id, order);
  turn.record({ type: "item.put", item: moved });
  await saveOrders(turn, new Map(rekeyed.map((each) => [each.item.id, each.order])));
  return presentForCaller(turn, moved);
}

export interface ExpectedItem {
  rev?: number | undefined;
  items?: number | undefined;
  /** Instead of `rev`: refused if others have changed any of the items after this version of the board. */
  since?: number | undefined;
}

/**
 * Deletes a sticker or a section with everything below it [T5]; the last section stays [T2].
 * @throws AppError 403 by the rules, 404, 409 `conflict` if the item is not as expected, 422 `last_section`
 */
export async function deleteItem(
  { deps, boardId, caller }: BoardCall,
  id: string,
  expected: ExpectedItem = {},
): Promise<CommandResult<{ deleted: string[] }>> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    if (turn.isRepeat) return { deleted: [...turn.ids] };
    const nodes = await store.loadSubtree(turn.db, boardId, id);
    const node = nodes.get(id);
    if (!node || node.kind === "column") throw notFound();
    if (node.kind === "section") {
      requireAllowed(mayEditBoard(turn.facilitation, caller.userId));
      if ((await store.countSections(turn.db, boardId)) <= 1)
        throw new AppError(422, "last_section", { errors: { sections: ["error.last_section"] } });
    } else {
      requireAllowed(mayEditStickers(turn.facilitation, caller.userId));
      refuseHidden(turn, nodes, id);
    }
    await refuseUnexpected(turn, nodes, id, expected);
    if (node.kind === "sticker") await keepForUndo(turn, id, [...nodes.keys()]);
    turn.ids = await removeNodes(turn, nodes);
    return { deleted: [...turn.ids] };
  });
}

async function refuseUnexpected(
  turn: Turn,
  nodes: ReadonlyMap<string, store.AuthoredNode>,
  id: string,
  expected: ExpectedItem,
): Promise<void> {
  const { rev = null, items = nodes.size, since = null } = expected;
  if (since !== null) return refuseChangedByOthers(turn, [...nodes.keys()], { since, items });
  const item = rev === null ? undefined : await loadItem(turn.db, turn.board.id, id);
  if (items !== nodes.size || (item && item.rev !== rev)) throw new AppError(409, "conflict");
}

/** In the turn. @throws AppError 409 `conflict` if others have changed any of it after `since` */
export async function removeSection(turn: Turn, id: string, since?: number): Promise<void> {
  const nodes = await store.loadSubtree(turn.db, turn.board.id, id);
  if (since !== undefined) await refuseChangedByOthers(turn, [...nodes.keys()], { since, items: nodes.size });
  await removeNodes(turn, nodes);
}

async function removeNodes(turn: Turn, nodes: ReadonlyMap<string, store.AuthoredNode>): Promise<string[]> {
  turn.chargeItems(nodes.size);
  const ids = [...nodes.keys()];
  await store.deleteRows(turn.db, turn.board.id, ids);
  const kinds = [...nodes.values()].map((node) => node.kind);
  turn.countItems(-kinds.filter((k) => k === "section").length, -kinds.filter((k) => k === "sticker").length);
  recordDeleted(turn, ids);
  return ids;
}

/** The topic of the meeting and the sections of the open round may be among them [F6, V8]. */
function recordDeleted(turn: Turn, ids: string[]): void {
  turn.record({ type: "item.deleted", ids });
  turn.setFacilitation(withoutItems(turn.facilitation, ids));
}

/**
 * For good, those that could be restored included [T12] (E3; spec 6.2).
 * @throws AppError 403 `facilitator_only`, 404
 */
export async function deleteAllStickers({ deps, boardId, caller }: BoardCall): Promise<CommandResult<null>> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    if (turn.isRepeat) return null;
    requireAllowed(mayFacilitate(turn.facilitation, caller.userId));
    const ids = await store.deleteStickers(turn.db, boardId);
    const hadDeletions = await removeDeletionsOf(turn.db, boardId);
    if (ids.length === 0) {
      // The turn must count, although no sticker on the board changes.
      if (hadDeletions) turn.record({ type: "tick" });
      return null;
    }
    turn.chargeItems(ids.length);
    turn.countItems(0, -ids.length);
    recordDeleted(turn, ids);
    return null;
  });
}
