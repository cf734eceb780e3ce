import { type Kysely, sql } from "kysely";
import type { Database, Engine } from "./schema.ts";

/** The texts of spaces, which triggers keep, and their index [G8]. */
export async function createSpaceSearch(db: Kysely<Database>, engine: Engine): Promise<void> {
  if (engine === "postgres") await createPostgresFunctions(db);
  await sql`create table space_texts (
    docid ${sql.raw(engine === "postgres" ? "bigint generated always as identity primary key" : "integer primary key")},
    board_id text not null references boards (id) on delete cascade,
    kind text not null, ref text not null,
    words ${sql.raw(engine === "postgres" ? "tsvector" : "text")} not null)`.execute(db);
  // Clients choose the ids of stickers and actions, so that a sticker and an action may have the same.
  await sql`create unique index space_texts_ref on space_texts (ref, kind)`.execute(db);
  await sql`create index space_texts_board on space_texts (board_id)`.execute(db);
  await createSources(db, engine);
  await (engine === "postgres" ? createPostgresTriggers(db) : createSqliteTriggers(db));
}

/** The texts written last get the greatest `docid`, as if they had been indexed when written. */
export async function fillSpaceTexts(db: Kysely<Database>): Promise<void> {
  await sql`insert into space_texts (board_id, kind, ref, words)
    select board_id, kind, ref, words from space_sources order by created_at, ref`.execute(db);
}

export const spaceSearchFunctions = [
  "index_space_text()",
  "index_space_board()",
  "index_space_items()",
  "index_space_actions()",
  "space_words(text)",
] as const;

/** Private use: no word that is searched for contains it. */
const mark = "\u{E000}";
const upper = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁё";
const lower = "абвгдежзийклмнопрстуфхцчшщъыьэюяее";
const marks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~«»“”„’‘–—…·•№\n\r\t";
const composed = [
  ["\u0438\u0306", "й"],
  ["\u0418\u0306", "й"],
  ["\u0435\u0308", "е"],
  ["\u0415\u0308", "е"],
] as const;

const compose = (text: string) =>
  composed.reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, text);

/** The first word is the space with `b` or `t`, so that a search reads no text of another space. */
function wordsOf(engine: Engine, scope: "b" | "t", text: string): string {
  const place = `'${mark}${scope}' || replace(b.space_id, '-', '')`;
  if (engine === "postgres") return `array_to_tsvector(array[${place}]) || space_words(${text})`;
  return `${place} || ' ' || replace(replace(${compose(text)}, 'ё', 'е'), 'Ё', 'е')`;
}

async function createSources(db: Kysely<Database>, engine: Engine): Promise<void> {
  await sql
    .raw(
      `create view space_sources as
      select b.id as board_id, 'board' as kind, b.id as ref, b.created_at, ${wordsOf(engine, "b", "b.title")} as words
        from boards b where b.space_id is not null
      union all
      select i.board_id, 'sticker', i.id, i.created_at, ${wordsOf(engine, "t", textOf(stickers.columns, "i"))}
        from items i join boards b on b.id = i.board_id
        where b.space_id is not null and i.kind = 'sticker' and i.title is not null
      union all
      select a.board_id, 'action', a.id, a.created_at, ${wordsOf(engine, "t", textOf(actions.columns, "a"))}
        from actions a join boards b on b.id = a.board_id where b.space_id is not null`,
    )
    .execute(db);
}

const copyFrom = (condition: string) =>
  `insert into space_texts (board_id, kind, ref, words)
    select board_id, kind, ref, words from space_sources where ${condition} order by created_at, ref`;

/** A sticker is found by its text, the name of its group and its note, an action by its text and its link. */
const indexed = [
  { table: "items", kind: "sticker", columns: ["title", "name", "note"] },
  { table: "actions", kind: "action", columns: ["text", "link"] },
] as const;

/** The columns of a row in one text; only the first one is never null in a row that is indexed. */
function textOf([first, ...others]: readonly string[], row: string): string {
  return `(${row}.${first}${others.map((column) => ` || coalesce(' ' || ${row}.${column}, '')`).join("")})`;
}

const [stickers, actions] = indexed;

/** For a board in no space SQLite would look for its text in the view: half as much again. */
const inSpace = "(select space_id from boards where id = new.board_id) is not null";

async function createSqliteTriggers(db: Kysely<Database>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`create virtual table space_words using fts5(words, tokenize = 'unicode61 remove_diacritics 0',
    content = '', contentless_delete = 1, detail = none, prefix = '1 2 3')`);
  await run(`create trigger space_texts_added after insert on space_texts begin
    insert into space_words (rowid, words) values (new.docid, new.words); end`);
  await run(`create trigger space_texts_removed after delete on space_texts begin
    delete from space_words where rowid = old.docid; end`);
  for (const { table, kind, columns } of indexed) {
    const isChanged = columns.map((column) => `new.${column} is not old.${column}`).join(" or ");
    const remove = `delete from space_texts where ref = old.id and kind = '${kind}'`;
    const add = copyFrom(`kind = '${kind}' and ref = new.id`);
    await run(
      `create trigger space_${table}_added after insert on ${table} when ${inSpace} begin ${add}; end`,
    );
    await run(`create trigger space_${table}_removed after delete on ${table} begin ${remove}; end`);
    await run(`create trigger space_${table}_changed after update of ${columns.join(", ")} on ${table}
      when (${isChanged}) and ${inSpace} begin ${remove}; ${add}; end`);
  }
  const all = copyFrom("board_id = new.id");
  await run(
    `create trigger space_boards_added after insert on boards when new.space_id is not null begin ${all}; end`,
  );
  await run(`create trigger space_boards_moved after update of space_id on boards
    when new.space_id is not old.space_id begin delete from space_texts where board_id = old.id; ${all}; end`);
  await run(`create trigger space_boards_renamed after update of title on boards
    when new.title is not old.title and new.space_id is not null and new.space_id is old.space_id begin
      delete from space_texts where ref = old.id and kind = 'board';
      ${copyFrom("kind = 'board' and ref = new.id")}; end`);
}

async function createPostgresFunctions(db: Kysely<Database>): Promise<void> {
  // Not every locale knows the case of Cyrillic letters, and the parser would read marks as parts of
  // addresses and paths.
  await sql
    .raw(
      `create function space_words(value text) returns tsvector language sql immutable parallel safe as $$
      select to_tsvector('pg_catalog.simple', translate(${compose("value")}, ${literal(upper + marks)},
        ${literal(lower + " ".repeat([...marks].length))})) $$`,
    )
    .execute(db);
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** An insert of many rows takes one step. All other writes find their rows by their ids. */
async function createPostgresTriggers(db: Kysely<Database>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run("create index space_texts_words on space_texts using gin (words) with (fastupdate = off)");
  const define = (name: string, body: string) =>
    run(`create function ${name} returns trigger language plpgsql as $$ begin ${body} return null; end $$`);
  await define(
    "index_space_text()",
    `if tg_op <> 'INSERT' then delete from space_texts where kind = tg_argv[0] and ref = old.id; end if;
     if tg_op <> 'DELETE' then ${copyFrom("kind = tg_argv[0] and ref = new.id")}; end if;`,
  );
  await define(
    "index_space_board()",
    `delete from space_texts where board_id = new.id; ${copyFrom("board_id = new.id")};`,
  );
  for (const { table, kind, columns } of indexed) {
    const isChanged = columns.map((column) => `new.${column} is distinct from old.${column}`).join(" or ");
    const isText = kind === "sticker" ? "c.kind = 'sticker' and c.title is not null" : "true";
    await define(
      `index_space_${table}()`,
      `insert into space_texts (board_id, kind, ref, words)
        select c.board_id, '${kind}', c.id, ${wordsOf("postgres", "t", textOf(columns, "c"))}
        from changed c cross join lateral (select space_id from boards where id = c.board_id offset 0) b
        where b.space_id is not null and ${isText} order by c.created_at, c.id;`,
    );
    await run(`create trigger space_${table}_added after insert on ${table} referencing new table as changed
      for each statement execute function index_space_${table}()`);
    await run(`create trigger space_${table}_removed after delete on ${table}
      for each row execute function index_space_text('${kind}')`);
    await run(`create trigger space_${table}_changed after update of ${columns.join(", ")} on ${table} for each row
      when (${isChanged}) execute function index_space_text('${kind}')`);
  }
  await run(`create trigger space_boards_added after insert on boards for each row
    when (new.space_id is not null) execute function index_space_board()`);
  await run(`create trigger space_boards_moved after update of space_id on boards for each row
    when (new.space_id is distinct from old.space_id) execute function index_space_board()`);
  await run(`create trigger space_boards_renamed after update of title on boards for each row
    when (new.title <> old.title and new.space_id is not null) execute function index_space_text('board')`);
}
