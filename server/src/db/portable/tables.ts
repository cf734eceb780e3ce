import { usableFromKey } from "../migrate.ts";
import type { Database } from "../schema/schema.ts";

type Keys = readonly [string, ...string[]];

/** Each after the tables it references. Derived tables are missing; dropped ones stay for old backups. */
export const storedTables: Record<Exclude<keyof Database, "list_totals" | "action_counts">, Keys> = {
  users: ["id"],
  sessions: ["id"],
  identities: ["issuer", "subject"],
  provider_sessions: ["session_id"],
  user_merges: ["user_id"],
  spaces: ["id"],
  space_templates: ["id"],
  boards: ["id"],
  board_passes: ["board_id", "user_id"],
  board_questions: ["board_id", "kind"],
  board_answerers: ["board_id", "kind", "user_id"],
  items: ["id"],
  votes: ["id"],
  deletions: ["id"],
  deleted_items: ["id"],
  deleted_votes: ["id"],
  actions: ["id"],
  deleted_actions: ["id"],
  api_tokens: ["id"],
  member_spaces: ["user_id", "space_id"],
  changes: ["board_id", "version"],
  visits: ["user_id", "board_id"],
  template_counts: ["template_key"],
  own_templates: ["id"],
  used_solutions: ["id"],
  feedback: ["id"],
  feedback_files: ["id"],
  contacts: ["id"],
  subscribers: ["id"],
  log_events: ["id"],
  logs: ["id"],
  sign_in_failures: ["subject"],
  sign_in_links: ["id"],
  removed_admins: ["email_hash"],
  server_state: ["key"],
  erasures: ["user_id"],
  notices: ["id"],
  leases: ["name"],
  webhooks: ["id"],
  webhook_messages: ["hook_id", "board_id", "version", "part"],
  webhook_deliveries: ["id"],
};
export type StoredTable = keyof typeof storedTables;
export const storedTableNames = Object.keys(storedTables) as StoredTable[];

const numericKeys = new Set([
  "changes.version",
  "log_events.id",
  "webhook_messages.version",
  "webhook_messages.part",
]);

/** Tables in which a server that nobody has used yet has rows. */
export const tablesOfUnusedServer: ReadonlySet<StoredTable> = new Set([
  "log_events",
  "server_state",
  "leases",
  "template_counts",
]);

export const backupFinishedKey = "backup-finished-at";
/** When a server last stopped because of a bug: its own counters end with it. */
export const crashedKey = "crashed-at";
/** When housekeeping last looked at the clock, and until when it deletes nothing. */
export const housekeepingClockKey = "housekeeping-clock";

/** No part of the data; an installation with SQLite keeps its secret in a file. */
export const stateKeysLeftOut = [
  "probe",
  "app-secret",
  usableFromKey,
  backupFinishedKey,
  crashedKey,
  housekeepingClockKey,
];

export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

export interface RowBatch {
  table: StoredTable;
  rows: Row[];
}

export interface Snapshot {
  readonly schema: string;
  readonly secret: string | null;
  /** All rows: tables in the order of `storedTables`, rows in the byte order of their primary key. */
  batches(): AsyncIterable<RowBatch>;
  close(): Promise<void>;
}

export interface DatabaseSnapshot extends Snapshot {
  readonly engine: "sqlite" | "postgres";
  query(text: string): Promise<Row[]>;
}

/** The `order by` clause of a table: byte order of the key, the same on both engines. */
export function keyOrder(table: StoredTable, engine: "sqlite" | "postgres"): string {
  return storedTables[table]
    .map((column) => {
      const text = !numericKeys.has(`${table}.${column}`);
      return `"${column}"${text && engine === "postgres" ? ' collate "C"' : ""}`;
    })
    .join(", ");
}

export function compareKeys(table: StoredTable, a: Row, b: Row): number {
  for (const column of storedTables[table]) {
    const [x, y] = [a[column], b[column]];
    if (x === y) continue;
    if (typeof x === "number" && typeof y === "number") return x - y;
    return Buffer.compare(Buffer.from(String(x)), Buffer.from(String(y)));
  }
  return 0;
}
