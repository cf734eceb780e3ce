import type { CompiledQuery } from "kysely";
import { prepareQuery } from "../../db/engines/prepared.ts";
import type { Db } from "../../deps.ts";
import type { TouchedParts } from "./touched-parts.ts";

const maxKeptVersions = 1000;

const appendQuery = prepareQuery(
  (db, row: { board_id: string; version: number; touched: string; created_at: number }) =>
    db.insertInto("changes").values({
      board_id: row.board_id,
      version: row.version,
      touched: row.touched,
      created_at: row.created_at,
    }),
);

/** Every hundredth version deletes all of the log but the last 1,000. */
export function changeWrites(
  db: Db,
  change: { boardId: string; version: number; touched: TouchedParts; now: number },
): CompiledQuery[] {
  const { boardId, version, touched, now } = change;
  const row = { board_id: boardId, version, touched: JSON.stringify(touched), created_at: now };
  const writes: CompiledQuery[] = [appendQuery.with(db, row)];
  if (version % 100 === 0)
    writes.push(
      db
        .deleteFrom("changes")
        .where("board_id", "=", boardId)
        .where("version", "<=", version - maxKeptVersions)
        .compile(),
    );
  return writes;
}

const versionsPerRead = 50;

/** Stops at the first part of the log that names too much, so that a huge log is never read as a whole. */
export async function readChangeLog(
  db: Db,
  boardId: string,
  { since, until }: { since: number; until: number },
  isTooMuch: (entries: readonly TouchedParts[]) => boolean,
): Promise<TouchedParts[] | null> {
  const entries: TouchedParts[] = [];
  if (since > until) return null;
  for (let from = since; from < until; from += versionsPerRead) {
    const to = Math.min(from + versionsPerRead, until);
    const rows = await db
      .selectFrom("changes")
      .select("touched")
      .where("board_id", "=", boardId)
      .where("version", ">", from)
      .where("version", "<=", to)
      .orderBy("version")
      .execute();
    // A missing version means that the log was cut.
    if (rows.length !== to - from) return null;
    entries.push(...rows.map(({ touched }) => JSON.parse(touched) as TouchedParts));
    if (isTooMuch(entries)) return null;
  }
  return entries;
}
