import {
  type SortItem,
  type UpdateItem,
  updateSectionBody,
  updateStickerBody,
} from "@retro/contract/commands";
import type { Item } from "@retro/contract/entities";
import {
  isHiddenFrom,
  mayEditBoard,
  mayEditStickers,
  mayFacilitate,
  mayChangeSticker,
} from "@retro/rules/permissions";
import { editedContent } from "@retro/rules/revision";
import { childrenOf, placeItem, findPlacementError, positionAfter, subtreeIds } from "@retro/rules/tree";
import type { Caller } from "../../board/caller.ts";
import { loadItem, loadItemsById } from "../../board/load-items.ts";
import { takeTurn, type Turn } from "../../board/turn.ts";
import type { Deps } from "../../deps.ts";
import { AppError, fieldError, notFound, requireAllowed } from "../../http/app-error.ts";
import { parse } from "../../http/validation.ts";
import { type CommandResult, presentForCaller } from "./command-result.ts";
import * as store from "./store.ts";

/**
 * Changes the title or style of a sticker or a section (T8, E1, E4; spec 10.3).
 * @returns the item as the caller may see it
 * @throws AppError 403 by the rules, 404, 409 `conflict` with the current item if it has changed since `rev`, 422
 */
export async function editItem(
  deps: Deps,
  boardId: string,
  caller: Caller,
  id: string,
  body: UpdateItem,
): Promise<CommandResult<Item>> {
  return takeTurn(deps, boardId, caller, async (turn) => {
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
    });
    if (typeof body.rev === "number" && body.rev !== item.rev)
      throw new AppError(409, "conflict", { data: presentForCaller(turn, item) });
    const content = editedContent(item, patch);
    if (!content) return presentForCaller(turn, item);
    const edited: Item = { ...item, ...content, rev: item.rev + 1 };
    const { title, style, rev } = edited;
    await store.saveContent(turn.db, id, { title, style: JSON.stringify(style), rev });
    turn.record({ type: "item.put", item: edited });
    return presentForCaller(turn, edited);
  });
}

/**
 * Moves a sticker, with the stickers nested in it, to a position among its new siblings or after one of them (T4, T9).
 * @returns the sticker as the caller may see it
 * @throws AppError 403 by E2 or E4, 404, 422 on `item_id` or `parent_id`
 */
export async function moveItem(
  deps: Deps,
  boardId: string,
  caller: Caller,
  body: SortItem,
): Promise<CommandResult<Item>> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    requireAllowed(mayEditStickers(turn.facilitation, caller.userId));
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
    const { order, rekeyed } = placeItem(others, position);
    const moved: Item = { ...item, parent_id: body.parent_id, order };
    await store.savePlace(turn.db, node.id, moved.parent_id, order);
    turn.record({ type: "item.put", item: moved });
    await rekey(turn, new Map(rekeyed.map((each) => [each.item.id, each.order])));
    return presentForCaller(turn, moved);
  });
}

/** Gives siblings shorter order keys; their order stays (T4). */
async function rekey(turn: Turn, orders: ReadonlyMap<string, string>): Promise<void> {
  for (const item of await loadItemsById(turn.db, turn.board.id, [...orders.keys()])) {
    const order = orders.get(item.id) as string;
    await store.savePlace(turn.db, item.id, item.parent_id, order);
    turn.record({ type: "item.put", item: { ...item, order } });
  }
}

/** Refuses to move or delete a sticker whose subtree contains text hidden from the caller. */
function refuseHidden(turn: Turn, nodes: ReadonlyMap<string, store.AuthoredNode>, id: string): void {
  for (const below of subtreeIds(nodes, id)) {
    const node = nodes.get(below);
    if (node && isHiddenFrom(turn.facilitation, node, turn.caller.userId))
      throw new AppError(403, "content_hidden");
  }
}

/**
 * Deletes a sticker or a section with everything below it (T5); the last section stays (T2).
 * @returns the ids of all deleted items
 * @throws AppError 403 by the rules, 404, 422 `last_section`
 */
export async function deleteItem(
  deps: Deps,
  boardId: string,
  caller: Caller,
  id: string,
): Promise<CommandResult<{ deleted: string[] }>> {
  return takeTurn(deps, boardId, caller, async (turn) => {
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
    return { deleted: await removeNodes(turn, nodes) };
  });
}

/** Deletes a section with everything below it in the turn, and records it. */
export async function removeSection(turn: Turn, id: string): Promise<void> {
  await removeNodes(turn, await store.loadSubtree(turn.db, turn.board.id, id));
}

/** Deletes items in the turn, and records it. @returns their ids */
async function removeNodes(turn: Turn, nodes: ReadonlyMap<string, store.AuthoredNode>): Promise<string[]> {
  turn.chargeItems(nodes.size);
  const ids = [...nodes.keys()];
  await store.deleteRows(turn.db, turn.board.id, ids);
  const kinds = [...nodes.values()].map((node) => node.kind);
  turn.countItems(-kinds.filter((k) => k === "section").length, -kinds.filter((k) => k === "sticker").length);
  turn.record({ type: "item.deleted", ids });
  return ids;
}

/**
 * Deletes every sticker of the board; only the facilitator may (E3; spec 6.2).
 * @throws AppError 403 `facilitator_only`, 404
 */
export async function deleteAllStickers(
  deps: Deps,
  boardId: string,
  caller: Caller,
): Promise<CommandResult<null>> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    requireAllowed(mayFacilitate(turn.facilitation, caller.userId));
    const ids = await store.deleteStickers(turn.db, boardId);
    if (ids.length === 0) return null;
    turn.chargeItems(ids.length);
    turn.countItems(0, -ids.length);
    turn.record({ type: "item.deleted", ids });
    return null;
  });
}
