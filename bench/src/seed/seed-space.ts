import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { type DatabaseLocation, withDatabase } from "../database-check.ts";
import { randomText, seededRandom } from "./random-text.ts";

type Row = Record<string, string | number | null>;
const rowsAtOnce = 5_000;

/** Writes into the database of a stopped server; the triggers fill the search index. */
export async function seedSpace(
  place: DatabaseLocation,
  { boards, stickers, actions = 0 }: { boards: number; stickers: number; actions?: number },
): Promise<void> {
  const [space] = await withDatabase(place, (query) => query("select id from spaces"));
  const random = seededRandom(17);
  const ids = Array.from({ length: boards }, (_, i) => `board-${i}`);
  await insertRows(
    place,
    "boards",
    ids.map((id, i) => ({
      id,
      title: `Ретро спринта ${i}`,
      description: "",
      search: "",
      version: 1,
      facilitator_options: "{}",
      timer: "{}",
      section_count: 0,
      sticker_count: stickers,
      created_at: i,
      space_id: String(space?.["id"]),
    })),
  );
  const texts = ids.flatMap((board_id, i) =>
    Array.from({ length: stickers }, (_, n) => ({
      id: `${board_id}-${n}`,
      board_id,
      kind: "sticker",
      order_key: "a0",
      // One sticker of all has this word.
      title: i === 0 && n === 0 ? "уникальность" : randomText(random),
      style: "{}",
      rev: 1,
      created_at: i,
    })),
  );
  for (let at = 0; at < texts.length; at += rowsAtOnce)
    await insertRows(place, "items", texts.slice(at, at + rowsAtOnce));
  const decided = ids.flatMap((board_id, i) =>
    Array.from({ length: actions }, (_, n) => ({
      id: `${board_id}-action-${n}`,
      board_id,
      text: randomText(random),
      status: "open",
      order_key: `a${n}`,
      rev: 1,
      created_at: i,
      status_at: i,
    })),
  );
  for (let at = 0; at < decided.length; at += rowsAtOnce)
    await insertRows(place, "actions", decided.slice(at, at + rowsAtOnce));
}

async function insertRows(place: DatabaseLocation, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = columns.join(", ");
  if ("databaseUrl" in place) {
    const client = new pg.Client({ connectionString: place.databaseUrl });
    await client.connect();
    try {
      await client.query(
        `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    } finally {
      await client.end();
    }
    return;
  }
  const database = new DatabaseSync(join(place.folder, "retro.db"));
  try {
    database.exec("begin");
    const insert = database.prepare(
      `insert into ${table} (${names}) values (${columns.map(() => "?").join(", ")})`,
    );
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
    database.exec("commit");
  } finally {
    database.close();
  }
}
