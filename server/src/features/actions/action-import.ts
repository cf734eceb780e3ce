import { randomUUID } from "node:crypto";
import type { FileAction } from "@retro/contract/files/board-file";
import { newAction } from "@retro/rules/actions";
import { makeOrderKeys } from "@retro/rules/tree";
import { actionCountWrite, toActionRow } from "../../board/parts/action-store.ts";
import type { Db } from "../../deps.ts";
import { type ImportDefaults, importedTime, stickerFinder } from "../stickers/sticker-import.ts";
import * as store from "./store.ts";

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
        ...toActionRow(
          newAction(
            { ...action, text: action.text ?? hidden, owner_name: action.owner },
            {
              id: randomUUID(),
              board_id: boardId,
              source_item_id: action.source === undefined ? null : find(action.source),
              source_user_id: null,
              user_id: null,
              order: orders[i] as string,
              created_at: importedTime(action.created_at, now),
            },
          ),
        ),
        status: action.status,
        status_at: Date.parse(importedTime(action.status_at, now)),
      }),
    );
  await db.executeQuery(actionCountWrite(db, boardId, actions.length));
}
