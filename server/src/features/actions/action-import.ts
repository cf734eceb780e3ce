import { randomUUID } from "node:crypto";
import type { ActionStatus } from "@retro/contract/actions";
import { firstRev } from "@retro/rules/revision";
import { makeOrderKeys } from "@retro/rules/tree";
import { actionCountWrite } from "../../board/parts/action-store.ts";
import type { Db } from "../../deps.ts";
import { stickerFinder } from "../stickers/sticker-import.ts";
import * as store from "./store.ts";

/** An action to import. */
export interface ImportedAction {
  text: string;
  owner: string | null;
  dueOn: string | null;
  status: ActionStatus;
  createdAt: number;
  statusAt: number;
  /** The way to the sticker: positions of the section, the column and the stickers down to it. */
  source: readonly number[] | null;
}

/** Writes the actions of an imported board with new ids and without an author (X5), after its stickers. */
export async function importActions(
  db: Db,
  boardId: string,
  actions: readonly ImportedAction[],
): Promise<void> {
  if (actions.length === 0) return;
  const find = await stickerFinder(db, boardId);
  const orders = makeOrderKeys(actions.length);
  for (const [i, action] of actions.entries())
    await db.executeQuery(
      store.insertion(db, {
        id: randomUUID(),
        board_id: boardId,
        text: action.text,
        owner_id: null,
        owner_name: action.owner,
        due_on: action.dueOn,
        status: action.status,
        source_item_id: action.source && find(action.source),
        source_user_id: null,
        user_id: null,
        order_key: orders[i] as string,
        rev: firstRev,
        created_at: action.createdAt,
        status_at: action.statusAt,
      }),
    );
  await db.executeQuery(actionCountWrite(db, boardId, actions.length));
}
