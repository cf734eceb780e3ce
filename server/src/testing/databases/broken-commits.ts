import { sql } from "kysely";
import type { RetroDatabase } from "../../db/database.ts";

const events = ["insert", "update"] as const;

/**
 * Makes every COMMIT fail that wrote a row of these tables. The statements before it succeed, as on a disk
 * that breaks at the last moment.
 */
export async function breakCommits({ db, engine }: RetroDatabase, tables = ["changes"]): Promise<void> {
  const statements =
    engine === "sqlite"
      ? [
          "create table fault_parent (id integer primary key)",
          "create table fault_child (id integer references fault_parent (id) deferrable initially deferred)",
          ...tables.flatMap((table) =>
            events.map(
              (event) =>
                `create trigger fault_${table}_${event} after ${event} on ${table} begin insert into fault_child values (1); end`,
            ),
          ),
        ]
      : [
          "create function fault() returns trigger language plpgsql as $$ begin raise exception 'commit refused'; end $$",
          ...tables.map(
            (table) =>
              `create constraint trigger fault after insert or update on ${table} deferrable initially deferred for each row execute function fault()`,
          ),
        ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Ends what `breakCommits` did to these tables. */
export async function mendCommits({ db, engine }: RetroDatabase, tables = ["changes"]): Promise<void> {
  const statements =
    engine === "sqlite"
      ? [
          ...tables.flatMap((table) => events.map((event) => `drop trigger fault_${table}_${event}`)),
          "drop table fault_child",
          "drop table fault_parent",
        ]
      : [...tables.map((table) => `drop trigger fault on ${table}`), "drop function fault"];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
