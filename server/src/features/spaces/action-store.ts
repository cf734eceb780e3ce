import type { Action } from "@retro/contract/actions";
import type { Facilitation } from "@retro/contract/entities";
import type { placeOf } from "@retro/contract/spaces/space-actions";
import { sql, type SqlBool } from "kysely";
import { actionColumns, toAction } from "../../board/parts/action-store.ts";
import { facilitationOf } from "../../board/parts/board-row.ts";
import { isPassphraseGiven } from "../../board/turn/pass-store.ts";
import type { Db } from "../../deps.ts";

export interface FoundAction {
  action: Action;
  boardTitle: string;
  facilitation: Facilitation;
}

/** Not in the bin, and whose passphrase the user has given if they have one [M4, M5]. */
const readableActions = (db: Db, spaceId: string, userId: string) =>
  db
    .selectFrom("boards")
    .innerJoin("actions", "actions.board_id", "boards.id")
    .where("boards.space_id", "=", spaceId)
    .where("boards.deleted_at", "is", null)
    .where(isPassphraseGiven("boards", userId));

/** In one statement, without hidden ones [G7]. Sorts up to 10,000: run it on `database.reader`. */
export async function listOpenActions(
  db: Db,
  spaceId: string,
  userId: string,
  { after, limit }: { after: ReturnType<typeof placeOf> | undefined; limit: number },
): Promise<FoundAction[]> {
  const rows = await readableActions(db, spaceId, userId)
    .select(actionColumns.map((column) => `actions.${column}` as const))
    .select(["boards.title", "boards.facilitator_id", "boards.facilitator_options"])
    .select(["boards.timer", "boards.locked"])
    .where("actions.status", "=", "open")
    .where(
      sql<SqlBool>`(boards.facilitator_id = ${userId} or boards.facilitator_options not like '%"hideContent":true%'
        or actions.source_item_id is null or actions.source_user_id = ${userId} or actions.user_id = ${userId})`,
    )
    .$if(after !== undefined, (query) => query.where(isBehind(after as ReturnType<typeof placeOf>)))
    .orderBy("actions.due_on", (order) => order.asc().nullsLast())
    .orderBy("actions.created_at")
    .orderBy("actions.id")
    .limit(limit)
    .execute();
  return rows.map(({ title, facilitator_id, facilitator_options, timer, locked, ...row }) => ({
    action: toAction(row),
    boardTitle: title,
    facilitation: facilitationOf({ facilitator_id, facilitator_options, timer, locked }),
  }));
}

function isBehind({ due_on, created_at, id }: ReturnType<typeof placeOf>) {
  const later = sql`(actions.created_at, actions.id) > (${created_at}, ${id})`;
  return due_on === null
    ? sql<SqlBool>`(actions.due_on is null and ${later})`
    : sql<SqlBool>`(actions.due_on is null or actions.due_on > ${due_on} or (actions.due_on = ${due_on} and ${later}))`;
}

export async function findBoardOfAction(
  db: Db,
  spaceId: string,
  userId: string,
  actionId: string,
): Promise<{ id: string; title: string } | undefined> {
  return readableActions(db, spaceId, userId)
    .select(["boards.id", "boards.title"])
    .where("actions.id", "=", actionId)
    .executeTakeFirst();
}

export type CountByMonth = readonly { month: string; total: number }[];

/** As far as the user may read their boards [G6]. Run it on `database.reader`. */
export async function countActionsByMonth(
  db: Db,
  spaceId: string,
  userId: string,
  since: string,
): Promise<{ created: CountByMonth; done: CountByMonth }> {
  const rows = await db
    .selectFrom("boards")
    .innerJoin("action_counts", "action_counts.board_id", "boards.id")
    .where("boards.space_id", "=", spaceId)
    .where("boards.deleted_at", "is", null)
    .where(isPassphraseGiven("boards", userId))
    .where("action_counts.kind", "in", ["written", "done"])
    .where("action_counts.month", ">=", since)
    .select((eb) => ["action_counts.kind", "action_counts.month", eb.fn.sum<number>("total").as("total")])
    .groupBy(["action_counts.kind", "action_counts.month"])
    .execute();
  return {
    created: rows.filter(({ kind }) => kind === "written"),
    done: rows.filter(({ kind }) => kind === "done"),
  };
}
