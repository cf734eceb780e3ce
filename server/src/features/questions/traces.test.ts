import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { RetroDatabase } from "../../db/database.ts";
import { buildTestApp, type Visitor } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const steps = ["health", "write"].map((kind) => ({ id: kind, kind, minutes: null }));
const kind = "health-pace";
const values = [5, 4, 1, 5, 4, 5];

/** The bytes of a copy of the database, as a thief takes it; null where the files cannot be read. */
async function copyOf({ source, db }: RetroDatabase): Promise<Buffer[] | null> {
  if ("file" in source) {
    const folder = mkdtempSync(join(tmpdir(), "retro-copy-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(dirname(source.file), folder, { recursive: true });
    return readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  }
  try {
    await sql`checkpoint`.execute(db);
    const { rows } = await sql<{ root: string; files: string[] }>`
      select current_setting('data_directory') as root, array_agg(pg_relation_filepath(oid)) as files
      from pg_class where relkind in ('r', 'i', 't') and relfilenode <> 0`.execute(db);
    return rows
      .flatMap(({ root, files }) => files.map((file) => join(root, file)))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file));
  } catch {
    return null;
  }
}

/** How often each text is in the files. */
const find = (files: Buffer[], texts: string[]) =>
  texts.map((text) => files.reduce((n, file) => n + (file.includes(text) ? 1 : 0), 0));

/** What the files hold of those who have answered: in SQLite their rows, in PostgreSQL the pages of their table. */
async function bytesOfPeople(
  database: RetroDatabase,
  { boardId, ids }: { boardId: string; ids: string[] },
): Promise<number> {
  if (database.engine === "sqlite") {
    const found = find(
      (await copyOf(database)) ?? [],
      ids.map((id) => boardId + kind + id),
    );
    return found.reduce((sum, n) => sum + n, 0);
  }
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_relation_size(oid)) as bytes from pg_class
    where relname in ('question_people', 'open_questions', 'question_people_key', 'open_questions_key',
      'question_people_user')`.execute(database.db);
  // Each of the three indexes begins with a page that has no entry.
  return Number(rows[0]?.bytes) - 3 * 8192;
}

eachEngine("traces of answers", (open) => {
  test("attack: a copy of the files that is taken when the question has ended pairs nobody with an answer, nor does it hold the order of either [Q2]", async (ctx) => {
    const database = await open();
    const app = await buildTestApp({ database });
    const users: Visitor[] = [];
    for (const _ of values) users.push(await app.visitor());
    const [fay] = users as [Visitor];
    const { url, id } = await makeBoard(fay);
    for (const user of users) await user.get(url);
    await fay.post(`${url}/meeting`, { steps });
    const between: string[] = [];
    const counts = [0, 0, 0, 0, 0];
    for (const [i, value] of values.entries()) {
      const answered = await users[i]?.put(`${url}/questions/${kind}/answer`, { value });
      expect(answered?.statusCode).toBe(200);
      counts[value - 1] = (counts[value - 1] ?? 0) + 1;
      between.push(JSON.stringify(counts));
    }
    const ids = users.map(({ user }) => user.id);
    const before = await copyOf(database);
    ctx.skip(before === null, "the files of PostgreSQL cannot be read");
    const isEverywhere = (found: number[]) => found.every((n) => n > 0);
    expect(isEverywhere(find(before ?? [], ids))).toBe(true);
    expect(isEverywhere(find(before ?? [], between))).toBe(true);
    expect(await bytesOfPeople(database, { boardId: id, ids })).not.toBe(0);

    await fay.put(`${url}/meeting`, { step: "write" });
    const after = (await copyOf(database)) ?? [];
    expect(find(after, between)).toEqual([...between.slice(0, -1).map(() => 0), 1]);
    expect(await bytesOfPeople(database, { boardId: id, ids })).toBe(0);
  });
});
