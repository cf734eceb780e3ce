import { type Kysely, sql } from "kysely";
import type { Database, Engine } from "./schema.ts";

/** Triggers that count the open actions of a board, and the actions written and done by month [G6, G11]. */
export async function createActionCounts(db: Kysely<Database>, engine: Engine): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const subtract = countsOf(engine, "old").map(
    ({ kind, month, when }) => `update action_counts set total = total - 1
      where board_id = old.board_id and kind = '${kind}' and month = ${month} and ${when};`,
  );
  const add = countsOf(engine, "new").map(
    ({ kind, month, when }) => `insert into action_counts (board_id, kind, month, total)
      select new.board_id, '${kind}', ${month}, 1 where ${when}
      on conflict (board_id, kind, month) do update set total = action_counts.total + 1;`,
  );
  const events = [
    { name: "added", on: "insert on actions for each row", statements: add },
    { name: "removed", on: "delete on actions for each row", statements: subtract },
    {
      name: "changed",
      on: `update of status, status_at on actions for each row
        when (old.status <> new.status or old.status_at <> new.status_at)`,
      statements: [...subtract, ...add],
    },
  ];
  if (engine === "postgres")
    await run(`create function ${actionCountFunction} returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then ${subtract.join(" ")} end if;
      if tg_op <> 'DELETE' then ${add.join(" ")} end if;
      return null; end $$`);
  for (const { name, on, statements } of events) {
    const work =
      engine === "postgres" ? `execute function ${actionCountFunction}` : `begin ${statements.join(" ")} end`;
    await run(`create trigger action_counts_${name} after ${on} ${work}`);
  }
}

export async function fillActionCounts(db: Kysely<Database>, engine: Engine): Promise<void> {
  const counted = countsOf(engine, "a").map(
    ({ kind, month, when }) =>
      `select a.board_id, '${kind}', ${month}, count(*) from actions a where ${when} group by 1, 2, 3`,
  );
  await sql
    .raw(`insert into action_counts (board_id, kind, month, total) ${counted.join(" union all ")}`)
    .execute(db);
}

export const actionCountFunction = "count_actions()";

function countsOf(engine: Engine, row: string) {
  const month = (column: string) =>
    engine === "postgres"
      ? `to_char(to_timestamp(${row}.${column} / 1000) at time zone 'UTC', 'YYYY-MM')`
      : `strftime('%Y-%m', ${row}.${column} / 1000, 'unixepoch')`;
  return [
    { kind: "open", month: "''", when: `${row}.status = 'open'` },
    { kind: "written", month: month("created_at"), when: "true" },
    { kind: "done", month: month("status_at"), when: `${row}.status = 'done'` },
  ];
}
