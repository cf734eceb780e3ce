import { type Kysely, sql } from "kysely";
import { type Database, tables } from "./schema/schema.ts";

/** The column by whose time the rows of a table grow old. */
const agedTables = {
  logs: "created_at",
  feedback: "created_at",
  contacts: "created_at",
  notices: "created_at",
  deletions: "created_at",
  deleted_actions: "deleted_at",
  idempotency_keys: "created_at",
  space_departures: "left_at",
  sessions: "last_used_at",
  pending_sign_ins: "expires_at",
  used_solutions: "expires_at",
  sign_in_failures: "locked_until",
} as const;
export type AgedTable = keyof typeof agedTables;

export async function deleteOldRows(
  db: Kysely<Database>,
  table: AgedTable,
  before: number,
  most: number,
): Promise<number> {
  const key = sql.join(tables[table].key.map((column) => sql.ref(column)));
  const time = sql.ref(agedTables[table]);
  const result = await sql`
    delete from ${sql.table(table)} where (${key}) in
    (select ${key} from ${sql.table(table)} where ${time} < ${before} order by ${time} limit ${most})
  `.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
