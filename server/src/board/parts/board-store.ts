import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import type { Round } from "@retro/contract/facilitation/rounds";
import { expiresAt } from "@retro/rules/timer";
import { type CompiledQuery, type Selectable, sql } from "kysely";
import { prepareQuery } from "../../db/engines/prepared.ts";
import { runTogether } from "../../db/engines/query-batch.ts";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";

export type BoardRow = Selectable<Database["boards"]>;

export async function findBoard(db: Db, id: string): Promise<BoardRow | undefined> {
  return db.selectFrom("boards").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findBoards(db: Db, ids: readonly string[]): Promise<BoardRow[]> {
  return db.selectFrom("boards").selectAll().where("id", "in", ids).execute();
}

/** All columns by name: a migration that adds one must not change the result of a prepared statement. */
const boardColumns = [
  "id",
  "title",
  "description",
  "search",
  "creator_id",
  "version",
  "facilitator_id",
  "facilitator_options",
  "timer",
  "timer_settles_at",
  "section_count",
  "sticker_count",
  "action_count",
  "created_at",
  "last_used_at",
  "locked",
  "archived_at",
  "deleted_at",
  "deleted_by",
  "passphrase_hash",
  "passphrase_set_at",
  "passphrase_space_id",
  "space_id",
  "meeting",
  "meeting_undo",
  "rounds",
  "next_steps",
  "last_meeting",
] as const satisfies (keyof Database["boards"])[];

const bumpVersionQuery = prepareQuery((db, { id }: { id: string }) =>
  db
    .updateTable("boards")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .returning(boardColumns),
);

/**
 * The update locks the row, so that commands on a board run one after the other on both engines. The reads
 * are sent with the update, and see the writes of the command before. `before` is sent first.
 */
export async function bumpVersion(
  db: Db,
  id: string,
  { before = [], reads = [] }: { before?: readonly CompiledQuery[]; reads?: readonly CompiledQuery[] } = {},
): Promise<{ board: BoardRow | undefined; rows: unknown[][] }> {
  const queries = [...before, bumpVersionQuery.with(db, { id }), ...reads];
  const [boards, ...rows] = (await runTogether(db, queries)).slice(before.length);
  return { board: (boards as BoardRow[])[0], rows };
}

/** Also writes when the timer ends: `findDueTimers` searches by that. */
export function facilitationWrite(db: Db, id: string, facilitation: Facilitation): CompiledQuery {
  return db
    .updateTable("boards")
    .set({
      facilitator_id: facilitation.facilitator_id,
      facilitator_options: JSON.stringify(facilitation.facilitator_options),
      timer: JSON.stringify(facilitation.timer),
      timer_settles_at: expiresAt(facilitation.timer),
      locked: facilitation.locked ? 1 : 0,
      meeting: facilitation.meeting === undefined ? null : JSON.stringify(facilitation.meeting),
      rounds: facilitation.rounds === undefined ? null : JSON.stringify(facilitation.rounds),
      last_meeting:
        facilitation.last_meeting === undefined ? null : JSON.stringify(facilitation.last_meeting),
    })
    .where("id", "=", id)
    .compile();
}

const addCountsQuery = prepareQuery(
  (db, { id, sections, stickers }: { id: string; sections: number; stickers: number }) =>
    db
      .updateTable("boards")
      .set((eb) => ({
        section_count: eb("section_count", "+", sections),
        sticker_count: eb("sticker_count", "+", stickers),
      }))
      .where("id", "=", id),
);

/** SQLite writes the index of each column that an update names, also if its value stays. */
const addStickersQuery = prepareQuery((db, { id, stickers }: { id: string; stickers: number }) =>
  db
    .updateTable("boards")
    .set((eb) => ({ sticker_count: eb("sticker_count", "+", stickers) }))
    .where("id", "=", id),
);

export function countsWrite(
  db: Db,
  id: string,
  { sections, stickers }: { sections: number; stickers: number },
): CompiledQuery {
  return sections === 0
    ? addStickersQuery.with(db, { id, stickers })
    : addCountsQuery.with(db, { id, sections, stickers });
}

export function boardRoundsWrite(db: Db, id: string, rounds: readonly Round[]): CompiledQuery {
  return db
    .updateTable("boards")
    .set({ rounds: JSON.stringify(rounds) })
    .where("id", "=", id)
    .compile();
}

/** What the board's next meeting begins with [F1]. */
export function nextStepsWrite(db: Db, id: string, steps: readonly MeetingStep[]): CompiledQuery {
  return db
    .updateTable("boards")
    .set({ next_steps: JSON.stringify(steps) })
    .where("id", "=", id)
    .compile();
}

const timersPerQuery = 500;

export async function findDueTimers(
  db: Db,
  until: number,
): Promise<{ id: string; timer_settles_at: number | null }[]> {
  const due: { id: string; timer_settles_at: number | null }[] = [];
  for (let last = { id: "", timer_settles_at: 0 as number | null }; ;) {
    const part = await db
      .selectFrom("boards")
      .select(["id", "timer_settles_at"])
      .where("timer_settles_at", "is not", null)
      .where("timer_settles_at", "<=", until)
      .where(sql<boolean>`(timer_settles_at, id) > (${last.timer_settles_at}, ${last.id})`)
      .orderBy("timer_settles_at")
      .orderBy("id")
      .limit(timersPerQuery)
      .execute();
    due.push(...part);
    const end = part.at(-1);
    if (end === undefined || part.length < timersPerQuery) return due;
    last = end;
  }
}

const firstVisitQuery = prepareQuery((db, visit: { userId: string; boardId: string; now: number }) =>
  db
    .insertInto("visits")
    .values({ user_id: visit.userId, board_id: visit.boardId, visited_at: visit.now })
    .onConflict((c) => c.columns(["user_id", "board_id"]).doNothing()),
);

export function firstVisitWrite(
  db: Db,
  visit: { userId: string; boardId: string; now: number },
): CompiledQuery {
  return firstVisitQuery.with(db, visit);
}

export function lastUseWrite(db: Db, boardId: string, now: number): CompiledQuery {
  return db.updateTable("boards").set({ last_used_at: now }).where("id", "=", boardId).compile();
}
