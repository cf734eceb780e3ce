import { prepareQuery } from "../db/prepared.ts";
import type { Db } from "../deps.ts";

/** What one version touched; the ADR on the change log says why it contains no text. */
export interface TouchedParts {
  /** Items put. */
  put?: string[];
  /** Items deleted. */
  del?: string[];
  /** A vote: on which sticker, and whose. */
  vote?: { item: string; user: string };
  head?: true;
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

export async function appendChange(
  db: Db,
  boardId: string,
  version: number,
  touched: TouchedParts,
  now: number,
): Promise<void> {
  await appendQuery(db, { board_id: boardId, version, touched: JSON.stringify(touched), created_at: now });
  if (version % 100 === 0)
    await db
      .deleteFrom("changes")
      .where("board_id", "=", boardId)
      .where("version", "<=", version - maxKeptVersions)
      .execute();
}

export async function changesSince(
  db: Db,
  boardId: string,
  since: number,
): Promise<{ version: number; touched: TouchedParts }[]> {
  const rows = await db
    .selectFrom("changes")
    .select(["version", "touched"])
    .where("board_id", "=", boardId)
    .where("version", ">", since)
    .orderBy("version")
    .execute();
  return rows.map((row) => ({ version: row.version, touched: JSON.parse(row.touched) as TouchedParts }));
}
