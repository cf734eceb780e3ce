import { limits } from "@retro/contract/limits";
import type { Engine } from "../schema/schema.ts";
import type { SqlCheck } from "./sql-check.ts";

const repairCounts = "Stop the servers and run verify with --repair";
const restoreBackup =
  "Please report it. The board can be used, but these parts may be invisible; restore a backup if they matter.";

/** Every sticker and column with its section and its depth; items that are not in it cannot be reached. */
const tree = `with recursive tree(id, board_id, section_id, depth) as (
    select id, board_id, id, -1 from items where kind = 'section' and parent_id is null
    union all
    select i.id, i.board_id, t.section_id, t.depth + 1 from items i
      join tree t on i.board_id = t.board_id and i.parent_id = t.id where t.depth < 50)`;

const field = (engine: Engine, column: string, path: readonly string[]): string =>
  engine === "sqlite"
    ? `json_extract(${column}, '$.${path.join(".")}')`
    : `(${column}::json #>> '{${path.join(",")}}')`;

const same = (text: string) => () => text;

const itemChecks: SqlCheck[] = [
  {
    problem: "items whose parent is missing, on another board or of the wrong kind",
    advice: restoreBackup,
    isError: true,
    query:
      same(`select i.id || ' on board ' || i.board_id as subject from items i left join items p on p.id = i.parent_id
      where (i.kind = 'section' and i.parent_id is not null)
        or (i.kind = 'column' and (p.id is null or p.kind <> 'section' or p.board_id <> i.board_id))
        or (i.kind = 'sticker' and (p.id is null or p.kind = 'section' or p.board_id <> i.board_id))
        or i.kind not in ('section', 'column', 'sticker')`),
  },
  {
    problem: "items that cannot be reached from a section",
    advice: restoreBackup,
    isError: true,
    query: same(`${tree} select i.id || ' on board ' || i.board_id as subject from items i
      left join tree t on t.id = i.id where t.id is null`),
  },
  {
    problem: `stickers nested more than ${limits.maxNesting} deep`,
    advice: "Move them on the board.",
    isError: true,
    query: same(
      `${tree} select id || ' on board ' || board_id as subject from tree where depth > ${limits.maxNesting}`,
    ),
  },
  {
    problem: `sections that do not have ${limits.columnsPerSection} columns`,
    advice: restoreBackup,
    isError: true,
    query: same(`select s.id || ' on board ' || s.board_id as subject from items s
      where s.kind = 'section' and (select count(*) from items c
        where c.board_id = s.board_id and c.parent_id = s.id and c.kind = 'column') <> ${limits.columnsPerSection}`),
  },
  {
    problem: "items whose order key is no key",
    advice: restoreBackup,
    isError: true,
    query: (engine) => `select id || ' on board ' || board_id as subject from items where order_key = '' or
      ${engine === "sqlite" ? "order_key glob '*[^0-9A-Za-z]*'" : "order_key ~ '[^0-9A-Za-z]'"}`,
  },
  {
    problem: "siblings with the same order key",
    advice: "Nothing: the next move between them gives them new keys.",
    isError: false,
    query: same(`select board_id || ' ' || coalesce(parent_id, '') as subject from items
      group by board_id, parent_id, order_key having count(*) > 1`),
  },
];

const boardChecks: SqlCheck[] = [
  {
    problem: "boards whose number of sections, stickers or actions is wrong",
    advice: repairCounts,
    isError: true,
    query: same(`select b.id as subject from boards b
      where section_count <> (select count(*) from items i where i.board_id = b.id and i.kind = 'section')
        or sticker_count <> (select count(*) from items i where i.board_id = b.id and i.kind = 'sticker')
        or action_count <> (select count(*) from actions a where a.board_id = b.id)`),
  },
  {
    problem: "boards whose change log does not end at their version, or has a gap",
    advice: `${repairCounts}. It deletes the log of these boards; browsers then load the whole board once.`,
    isError: true,
    query: same(`select b.id as subject from boards b join changes c on c.board_id = b.id
      group by b.id, b.version
      having max(c.version) <> b.version or count(*) <> max(c.version) - min(c.version) + 1`),
  },
  {
    problem: "votes for something that is no sticker of the same board",
    advice: restoreBackup,
    isError: true,
    query:
      same(`select v.id || ' on board ' || v.board_id as subject from votes v left join items i on i.id = v.item_id
      where i.id is null or i.kind <> 'sticker' or i.board_id <> v.board_id`),
  },
  {
    problem: "items with a negative number of imported votes",
    advice: restoreBackup,
    isError: true,
    query: same("select id || ' on board ' || board_id as subject from items where imported_votes < 0"),
  },
  {
    problem: "users with more votes than the limit of their board",
    advice:
      "Nothing: this happens when a facilitator lowers the limit, and with votes of earlier releases when stickers move.",
    isError: false,
    query: (engine) => {
      const limit = field(engine, "b.facilitator_options", ["votes", "limit"]);
      const item = field(engine, "b.facilitator_options", ["votes", "item"]);
      return `${tree} select v.user_id || ' on board ' || b.id as subject from boards b
        join votes v on v.board_id = b.id join tree t on t.id = v.item_id
        where b.facilitator_options like '%"limit"%'
        group by b.id, b.facilitator_options, v.user_id, case when ${item} = 'section' then coalesce(v.section_id, t.section_id) end
        having sum(v.count) > cast(${limit} as integer)`;
    },
  },
  {
    problem: "deleted stickers that lack a part of their group",
    advice: "Nothing is visible: users cannot restore them, and housekeeping deletes them within a day.",
    isError: true,
    query: same(`select d.id || ' on board ' || d.board_id as subject from deletions d
      where item_count <> (select count(*) from deleted_items i where i.deletion_id = d.id)`),
  },
];

const siteChecks: SqlCheck[] = [
  {
    problem: "administrators without an e-mail address or a password",
    advice: "Run: npm run admin -- list, and reset for each.",
    isError: true,
    query: same(
      "select id as subject from users where role = 'admin' and (email is null or password_hash is null)",
    ),
  },
  {
    problem: "rows that refer to a missing row",
    advice: restoreBackup,
    isError: true,
    // PostgreSQL checks them with each write.
    query: (engine) =>
      engine === "postgres"
        ? null
        : `select "table" || ' row ' || coalesce(rowid, '') || ' refers to ' || parent as subject from pragma_foreign_key_check`,
  },
  {
    problem: "damaged pages in the SQLite file",
    advice: "Stop the server and restore a backup.",
    isError: true,
    query: (engine) =>
      engine === "postgres"
        ? null
        : "select quick_check as subject from pragma_quick_check where quick_check <> 'ok'",
  },
];

const spaceChecks: SqlCheck[] = [
  {
    problem: "boards whose number of open actions is wrong",
    advice: repairCounts,
    isError: true,
    query: () => `select b.id as subject from boards b
      where (select count(*) from actions a where a.board_id = b.id and a.status = 'open')
        <> (select coalesce(sum(total), 0) from action_counts c where c.board_id = b.id and c.kind = 'open')`,
  },
  {
    problem: "texts that the search index of a space lacks, or has differently",
    advice: repairCounts,
    isError: true,
    query: () => `select s.kind || ' ' || s.ref || ' on board ' || s.board_id as subject from space_sources s
      left join space_texts t on t.ref = s.ref and t.kind = s.kind
      where t.ref is null or t.board_id <> s.board_id or t.words <> s.words`,
  },
  {
    problem: "texts in the search index of a space that no board has",
    advice: repairCounts,
    isError: true,
    query: () => `select t.kind || ' ' || t.ref || ' on board ' || t.board_id as subject from space_texts t
      left join space_sources s on s.ref = t.ref and s.kind = t.kind where s.ref is null`,
  },
  {
    problem: "a search index of the spaces that lacks rows",
    advice: repairCounts,
    isError: true,
    // On PostgreSQL the words are in the row.
    query: (engine) =>
      engine === "postgres"
        ? null
        : "select 'space_words' as subject where (select count(*) from space_words) <> (select count(*) from space_texts)",
  },
];

export const sqlChecks: readonly SqlCheck[] = [...itemChecks, ...boardChecks, ...spaceChecks, ...siteChecks];
