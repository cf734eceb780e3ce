import { randomUUID } from "node:crypto";
import type { FileAction } from "@retro/contract/board-file";
import { firstRev } from "@retro/rules/revision";
import { makeOrderKeys } from "@retro/rules/tree";
import { actionCountWrite } from "../../board/parts/action-store.ts";
import type { Db } from "../../deps.ts";
import { type ImportDefaults, importedTime, stickerFinder } from "../stickers/sticker-import.ts";
import * as store from "./store.ts";

/** Writes the actions of an imported board with new ids and without an author (X5), after its stickers. */
export async function importActions(
  db: Db,
  boardId: string,
  actions: readonly FileAction[],
  { now, hidden }: ImportDefaults,
): Promise<void> {
  if (actions.length === 0) return;
  const find = await stickerFinder(db, boardId);
  const orders = makeOrderKeys(actions.length);
  for (const [i, action] of actions.entries())
    await db.executeQuery(
      store.insertion(db, {
        id: randomUUID(),
        board_id: boardId,
        text: action.text ?? hidden,
        owner_id: null,
        owner_name: action.owner || null,
        due_on: action.due_on ?? null,
        status: action.status,
        source_item_id: action.source === undefined ? null : find(action.source),
        source_user_id: null,
        user_id: null,
        order_key: orders[i] as string,
        rev: firstRev,
        created_at: importedTime(action.created_at, now),
        status_at: importedTime(action.status_at, now),
      }),
    );
  await db.executeQuery(actionCountWrite(db, boardId, actions.length));
}
