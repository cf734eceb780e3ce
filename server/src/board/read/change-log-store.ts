import type { CompiledQuery } from "kysely";
import { prepareQuery } from "../../db/engines/prepared.ts";
import type { Db } from "../../deps.ts";

/** What one version touched: ids, never text (ADR 2026-11-20-change-log-without-text). */
export interface TouchedParts {
  /** Who changed the board: a user's id, "" for the server; missing in the entries of earlier releases. */
  by?: string;
  /** Items put. */
  put?: string[];
  /** Items deleted. */
  del?: string[];
  /** A vote: the sticker and the voter. */
  vote?: { item: string; user: string };
  /** Restored stickers with votes: everybody's own votes on them are back. */
  voted?: string[];
  /** Actions put. */
  act?: string[];
  /** Actions deleted. */
  actDel?: string[];
  /** Title or description. */
  head?: true;
  /** The facilitation; the name is stored in rows. */
  session?: true;
  /** All votes were reset. */
  reset?: true;
}

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

/** The writes that add a version to the board's change log; every hundredth version deletes all but the last 1,000. */
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

/** The entries after version `since` up to `until`, oldest first. A missing version means that the log was cut. */
export async function changesSince(
  db: Db,
  boardId: string,
  since: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<{ version: number; touched: TouchedParts }[]> {
  const rows = await db
    .selectFrom("changes")
    .select(["version", "touched"])
    .where("board_id", "=", boardId)
    .where("version", ">", since)
    .where("version", "<=", until)
    .orderBy("version")
    .execute();
  return rows.map((row) => ({ version: row.version, touched: JSON.parse(row.touched) as TouchedParts }));
}

/** Versions that one statement reads of the log. */
const versionsPerRead = 50;
/** A log that names more items is not read as a whole. */
const maxIdsRead = 10_000;

/** Like `changesSince`, for a command. @returns null when the log does not reach back that far, or names too many items */
export async function completeChangesSince(
  db: Db,
  boardId: string,
  since: number,
  until: number,
): Promise<TouchedParts[] | null> {
  const entries: TouchedParts[] = [];
  let ids = 0;
  if (since > until) return null;
  for (let from = since; from < until; from += versionsPerRead) {
    const to = Math.min(from + versionsPerRead, until);
    const part = await changesSince(db, boardId, from, to);
    if (part.length !== to - from) return null;
    for (const { touched } of part) {
      ids += (touched.put?.length ?? 0) + (touched.del?.length ?? 0);
      entries.push(touched);
    }
    if (ids > maxIdsRead) return null;
  }
  return entries;
}
