import { action, type Action } from "@retro/contract/actions";
import type { CompiledQuery, Selectable } from "kysely";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";
import { maxIdsPerStatement } from "./item-store.ts";

export type ActionRow = Selectable<Database["actions"]>;

const { hidden: _, order: __, ...sameFields } = action.shape;
export const actionColumns = [
  ...(Object.keys(sameFields) as (keyof typeof sameFields)[]),
  "order_key",
] as const satisfies (keyof Database["actions"])[];

/** The row as an action with everything in it: send it through `presentAction` only (D3). */
export function toAction({ order_key, created_at, status_at, ...row }: ActionRow): Action {
  return {
    ...row,
    hidden: false,
    order: order_key,
    created_at: new Date(created_at).toISOString(),
    status_at: new Date(status_at).toISOString(),
  };
}

export function toActionRow(from: Action): ActionRow {
  const { hidden: _, order, text, created_at, status_at, ...row } = from;
  return {
    ...row,
    text: text ?? "",
    order_key: order,
    created_at: Date.parse(created_at),
    status_at: Date.parse(status_at),
  };
}

export async function loadActions(db: Db, boardId: string): Promise<Action[]> {
  const rows = await db
    .selectFrom("actions")
    .select(actionColumns)
    .where("board_id", "=", boardId)
    .orderBy("order_key")
    .orderBy("id")
    .execute();
  return rows.map(toAction);
}

export async function loadActionsById(db: Db, boardId: string, ids: readonly string[]): Promise<Action[]> {
  const actions: Action[] = [];
  for (let at = 0; at < ids.length; at += maxIdsPerStatement) {
    const rows = await db
      .selectFrom("actions")
      .select(actionColumns)
      .where("board_id", "=", boardId)
      .where("id", "in", ids.slice(at, at + maxIdsPerStatement))
      .execute();
    actions.push(...rows.map(toAction));
  }
  return actions;
}

export async function loadAction(db: Db, boardId: string, id: string): Promise<Action | undefined> {
  return (await loadActionsById(db, boardId, [id]))[0];
}

export function actionCountWrite(db: Db, boardId: string, more: number): CompiledQuery {
  return db
    .updateTable("boards")
    .set((eb) => ({ action_count: eb("action_count", "+", more) }))
    .where("id", "=", boardId)
    .compile();
}
