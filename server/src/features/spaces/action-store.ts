import type { Action } from "@retro/contract/actions";
import type { Facilitation } from "@retro/contract/entities";
import { sql } from "kysely";
import { actionColumns, toAction } from "../../board/action-store.ts";
import { facilitationOf } from "../../board/board-row.ts";
import { isPassphraseGiven } from "../../board/pass-store.ts";
import type { Db } from "../../deps.ts";

/** An action of a space with what decides who may read it, unredacted. */
export interface FoundAction {
  action: Action;
  boardTitle: string;
  facilitation: Facilitation;
}

/** The actions of a space's boards that are not in the bin, and whose passphrase the user has given if they have one [M4, M5]. */
const readableActions = (db: Db, spaceId: string, userId: string) =>
  db
    .selectFrom("boards")
    .innerJoin("actions", "actions.board_id", "boards.id")
    .where("boards.space_id", "=", spaceId)
    .where("boards.deleted_at", "is", null)
    .where(isPassphraseGiven("boards", userId));

/** A page of a space's open actions [G7]. One statement: whoever hides an action in the meantime hides it before or after it. */
export async function listOpenActions(
  db: Db,
  spaceId: string,
  userId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundAction[]> {
  const rows = await readableActions(db, spaceId, userId)
    .select(actionColumns.map((column) => `actions.${column}` as const))
    .select(["boards.title", "boards.facilitator_id", "boards.facilitator_options"])
    .select(["boards.timer", "boards.locked"])
    .where("actions.status", "=", "open")
    .orderBy("actions.due_on", (order) => order.asc().nullsLast())
    .orderBy("actions.created_at")
    .orderBy("actions.id")
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(({ title, facilitator_id, facilitator_options, timer, locked, ...row }) => ({
    action: toAction(row),
    boardTitle: title,
    facilitation: facilitationOf({ facilitator_id, facilitator_options, timer, locked }),
  }));
}

/** The board of an action that the user may read in this space. */
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

/** How many actions there were, by whole days since 1970, UTC. */
export type CountByDay = readonly { day: number; total: number }[];

// A literal: with a parameter SQLite's division would give a fraction.
const dayOf = (column: string) => sql<number>`${sql.ref(column)} / 86400000`;

/** The actions that were written since then, and those that were done since then, as far as the user may read their boards [G6]. */
export async function countActionsByDay(
  db: Db,
  spaceId: string,
  userId: string,
  since: number,
): Promise<{ created: CountByDay; done: CountByDay }> {
  const count = (column: "actions.created_at" | "actions.status_at") =>
    readableActions(db, spaceId, userId)
      .select((eb) => [dayOf(column).as("day"), eb.fn.countAll<number>().as("total")])
      .where(column, ">=", since)
      .groupBy(dayOf(column));
  return {
    created: await count("actions.created_at").execute(),
    done: await count("actions.status_at").where("actions.status", "=", "done").execute(),
  };
}
