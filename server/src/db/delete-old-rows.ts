import { type Kysely, sql } from "kysely";
import type { Database } from "./schema/schema.ts";

const agedTables = {
  logs: { key: "id", time: "created_at" },
  feedback: { key: "id", time: "created_at" },
  contacts: { key: "id", time: "created_at" },
  notices: { key: "id", time: "created_at" },
  deletions: { key: "id", time: "created_at" },
  deleted_actions: { key: "id", time: "deleted_at" },
  space_departures: { key: "id", time: "left_at" },
  sessions: { key: "id", time: "last_used_at" },
  pending_sign_ins: { key: "id", time: "expires_at" },
  used_solutions: { key: "id", time: "expires_at" },
  sign_in_failures: { key: "subject", time: "locked_until" },
} as const;
export type AgedTable = keyof typeof agedTables;

export async function deleteOldRows(
  db: Kysely<Database>,
  table: AgedTable,
  before: number,
  most: number,
): Promise<number> {
  const { key, time } = agedTables[table];
  const result = await sql`
    delete from ${sql.table(table)} where ${sql.ref(key)} in
    (select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(time)} < ${before} order by ${sql.ref(time)} limit ${most})
  `.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
