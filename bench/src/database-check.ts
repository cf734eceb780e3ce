import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";

export type DatabaseLocation = { folder: string } | { databaseUrl: string };

/** Makes an empty PostgreSQL database beside the one at `TEST_DATABASE_URL`, or at 127.0.0.1:5432. */
export async function createDatabase(): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  const admin = process.env["TEST_DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres";
  const name = `retro_bench_${randomBytes(6).toString("hex")}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: admin });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { databaseUrl: url.toString(), drop: () => run(`drop database if exists ${name} with (force)`) };
}

type Rows = Record<string, unknown>[];
type Query = (statement: string) => Promise<Rows>;

export async function withDatabase<T>(
  place: DatabaseLocation,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  if ("folder" in place) {
    const database = new DatabaseSync(join(place.folder, "retro.db"), { readOnly: true, timeout: 5000 });
    try {
      return await work(async (statement) => database.prepare(statement).all());
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  try {
    return await work(async (statement) => (await client.query<Rows[number]>(statement)).rows);
  } finally {
    await client.end();
  }
}

const queryNumber = async (query: Query, statement: string) =>
  Number(Object.values((await query(statement))[0] ?? {})[0]);

export async function findPartialChanges(query: Query, engine: "sqlite" | "postgres"): Promise<string[]> {
  const found: string[] = [];
  const boards = await query(`
    select b.id, b.version, b.sticker_count, b.section_count,
      (select count(*) from items i where i.board_id = b.id and i.kind = 'sticker') as stickers,
      (select count(*) from items i where i.board_id = b.id and i.kind = 'section') as sections,
      (select count(*) from changes c where c.board_id = b.id) as logged,
      (select min(version) from changes c where c.board_id = b.id) as oldest,
      (select max(version) from changes c where c.board_id = b.id) as newest
    from boards b`);
  for (const row of boards) {
    const numberIn = (name: string) => Number(row[name]);
    const isConsistent =
      numberIn("sticker_count") === numberIn("stickers") &&
      numberIn("section_count") === numberIn("sections") &&
      (numberIn("logged") === 0
        ? numberIn("version") === 1
        : numberIn("newest") === numberIn("version") &&
          numberIn("logged") === numberIn("newest") - numberIn("oldest") + 1);
    if (!isConsistent) found.push(`board ${JSON.stringify(row)}`);
  }
  const countsThatMustBeZero: Record<string, string> = {
    "items without their parent": `select count(*) from items i where parent_id is not null
      and not exists (select 1 from items p where p.id = i.parent_id and p.board_id = i.board_id)`,
    "votes without their sticker": `select count(*) from votes v
      where not exists (select 1 from items i where i.id = v.item_id and i.board_id = v.board_id)`,
    "sections without three columns": `select count(*) from items s where s.kind = 'section'
      and (select count(*) from items c where c.parent_id = s.id and c.kind = 'column') <> 3`,
    "boards that their template does not count": `select
      (select count(*) from boards) - (select coalesce(sum(count), 0) from template_counts)`,
    "visitors without a session": `select count(*) from users u
      where not exists (select 1 from sessions s where s.user_id = u.id)`,
  };
  for (const [what, statement] of Object.entries(countsThatMustBeZero)) {
    const count = await queryNumber(query, statement);
    if (count !== 0) found.push(`${count} ${what}`);
  }
  if (engine === "sqlite") {
    const [check] = await query("pragma integrity_check");
    if (check?.["integrity_check"] !== "ok") found.push(`integrity_check: ${JSON.stringify(check)}`);
    if ((await query("pragma foreign_key_check")).length > 0) found.push("foreign_key_check");
  }
  return found;
}
