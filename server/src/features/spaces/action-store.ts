import type { Action } from "@retro/contract/actions";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { limits } from "@retro/contract/limits";
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

/** With what decides about hiding: without those that it hides from the user [D3]. */
const foundActions = (db: Db, spaceId: string, userId: string) =>
  readableActions(db, spaceId, userId)
    .select(actionColumns.map((column) => `actions.${column}` as const))
    .select(["boards.title", "boards.facilitator_id", "boards.facilitator_options"])
    .select(["boards.timer", "boards.locked"])
    .where(
      sql<SqlBool>`(boards.facilitator_id = ${userId} or boards.facilitator_options not like '%"hideContent":true%'
        or actions.source_item_id is null or actions.source_user_id = ${userId} or actions.user_id = ${userId})`,
    );

type FoundRow = Awaited<ReturnType<ReturnType<typeof foundActions>["execute"]>>[number];
const toFound = ({
  title,
  facilitator_id,
  facilitator_options,
  timer,
  locked,
  ...row
}: FoundRow): FoundAction => ({
  action: toAction(row),
  boardTitle: title,
  facilitation: facilitationOf({ facilitator_id, facilitator_options, timer, locked }),
});

/** In one statement, without hidden ones [G7]. Sorts up to 10,000: run it on `database.reader`. */
export async function listOpenActions(
  db: Db,
  spaceId: string,
  userId: string,
  which: { after: ReturnType<typeof placeOf> | undefined; limit: number; exceptBoard?: string | undefined },
): Promise<FoundAction[]> {
  const { after, limit, exceptBoard } = which;
  const rows = await foundActions(db, spaceId, userId)
    .where("actions.status", "=", "open")
    .$if(after !== undefined, (query) => query.where(isBehind(after as ReturnType<typeof placeOf>)))
    .$if(exceptBoard !== undefined, (query) => query.where("boards.id", "<>", exceptBoard as string))
    .orderBy("actions.due_on", (order) => order.asc().nullsLast())
    .orderBy("actions.created_at")
    .orderBy("actions.id")
    .limit(limit)
    .execute();
  return rows.map(toFound);
}

/** Those that became done or dropped at this time (epoch ms) or later, the last first. Run it on `database.reader`. */
export async function listSettledActions(
  db: Db,
  spaceId: string,
  userId: string,
  since: number,
): Promise<FoundAction[]> {
  const rows = await foundActions(db, spaceId, userId)
    .where("actions.status", "<>", "open")
    .where("actions.status_at", ">=", since)
    .orderBy("actions.status_at", "desc")
    .orderBy("actions.id")
    .limit(limits.spaceActions)
    .execute();
  return rows.map(toFound);
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
