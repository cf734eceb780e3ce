import { randomUUID } from "node:crypto";
import type { CreateItem, CreateItems } from "@retro/contract/commands";
import type { Item } from "@retro/contract/items";
import { mayEditStickers } from "@retro/rules/permissions";
import { mergeStyle } from "@retro/rules/revision";
import { findPlacementError, makeOrderKeys } from "@retro/rules/tree";
import type { BoardCall } from "../../board/turn/caller.ts";
import { insertionOf, insertRows, type ItemRow, toItem } from "../../board/parts/item-store.ts";
import { loadItem } from "../../board/parts/load-items.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";
import type { Db } from "../../deps.ts";
import { AppError, fieldError, requireAllowed } from "../../http/errors/app-error.ts";
import { type CommandResult, presentForCaller, presentItemsNow } from "./command-result.ts";
import * as store from "./store.ts";
import { bytesCost, prices } from "../../limits/budgets.ts";

/**
 * At the end of a column or group (spec 10.3); the same id again is the same sticker [T7].
 * @throws AppError 403 by E2, 404, 409 `id_taken`, 422 on `parent_id`
 */
export async function addSticker(call: BoardCall, body: CreateItem): Promise<CommandResult<Item | null>> {
  const { parent_id, ...sticker } = body;
  const { value, meta } = await addStickers(call, { parent_id, items: [sticker] });
  return { value: value[0] ?? null, meta };
}

/**
 * All or none, in one version [T10], in the order of the request; ids used again as `addSticker` [T7].
 * @throws AppError 403 by E2, 404, 409 `id_taken`, 422 on `parent_id`, 429
 */
export async function addStickers(
  { deps, boardId, caller }: BoardCall,
  body: CreateItems,
): Promise<CommandResult<Item[]>> {
  const more = body.items.length - 1;
  if (caller.payer)
    deps.rateLimiter.charge(caller.payer, { points: more * prices.item.points, ...bytesCost(0, more) });
  const ids = body.items.flatMap(({ id }) => (id ? [id] : []));
  const reads = (db: Db) => store.readsForAdding(db, boardId, { parentId: body.parent_id, ids });
  const work = async (turn: Turn) => {
    if (turn.isRepeat) return presentItemsNow(turn, turn.ids);
    const place = store.placeForAdding(turn.rows);
    const added = new Map<string, Item>();
    for (const known of place.known) {
      if (known.board_id !== boardId || known.user_id !== caller.userId || known.kind !== "sticker")
        throw new AppError(409, "id_taken");
      added.set(known.id, (await loadItem(turn.db, boardId, known.id)) as Item);
    }
    const fresh = body.items.filter(({ id }) => !id || !added.has(id));
    const inserted = fresh.length > 0 ? await insertStickers(turn, body.parent_id, fresh, place) : [];
    const items = body.items.map(({ id }) => (id && added.get(id)) || (inserted.shift() as Item));
    turn.ids = items.map(({ id }) => id);
    return items.map((item) => presentForCaller(turn, item));
  };
  return takeTurn(deps, boardId, caller, work, { reads });
}

/** Refuses with 403 by E2, 422 on `parent_id`. */
async function insertStickers(
  turn: Turn,
  parentId: string,
  stickers: CreateItems["items"],
  place: store.PlaceForAdding,
): Promise<Item[]> {
  requireAllowed(mayEditStickers(turn.facilitation, turn.caller.userId));
  const boardId = turn.board.id;
  const nodes = await store.loadAncestry(turn.db, boardId, parentId, place.parent);
  const fault = findPlacementError(nodes, null, parentId);
  if (fault) throw fieldError("parent_id", fault.key, fault.params);
  const orders = makeOrderKeys(stickers.length, place.last);
  const rows = stickers.map(({ id, title, style }, i) =>
    store.makeItemRow({
      id: id ?? randomUUID(),
      boardId,
      parentId,
      kind: "sticker",
      order: orders[i] as string,
      now: turn.now,
      userId: turn.caller.userId,
      title,
      style: style && mergeStyle({ kind: "sticker", style: {} }, style),
    }),
  );
  turn.countItems(0, rows.length);
  if (rows.length === 1) turn.writeLater(insertionOf(turn.db, rows[0] as ItemRow));
  else await insertRows(turn.db, rows);
  const items = rows.map((row) => toItem(row, 0));
  for (const item of items) turn.record({ type: "item.put", item });
  return items;
}
