import { usableFromKey } from "../migrate.ts";
import { type Database, tables } from "../schema/schema.ts";
import type { Column } from "../schema/column.ts";

/** What follows from other rows: triggers fill it. */
const derived = ["action_counts"] as const;

export type StoredTable = Exclude<keyof Database, (typeof derived)[number]>;
const isDerived = (name: string): boolean => (derived as readonly string[]).includes(name);

/** Each after the tables it references. */
export const storedTableNames = Object.keys(tables).filter((name) => !isDerived(name)) as StoredTable[];

export function keyOf(table: StoredTable): readonly string[] {
  return tables[table].key;
}

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
/** The problems of the server that were reported to its operator. */
export const toldProblemsKey = "told-problems";
/** When a server last answered too many changes with 500. */
export const failingKey = "failing-at";

/** No part of the data; an installation with SQLite keeps its secret in a file. */
export const stateKeysLeftOut = [
  "probe",
  "app-secret",
  usableFromKey,
  backupFinishedKey,
  crashedKey,
  housekeepingClockKey,
  toldProblemsKey,
  failingKey,
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
  /** All rows: tables in the order of `storedTableNames`, rows in the byte order of their primary key. */
  batches(): AsyncIterable<RowBatch>;
  close(): Promise<void>;
}

export interface RescuedTable {
  table: StoredTable;
  rows: number;
  /** Known rows that cannot be read, or that refer to such a row. */
  lost: number;
  /** False: of other rows even the keys cannot be read. */
  hasAllKeys: boolean;
}

export interface Rescue {
  /** As `Snapshot.batches`, without the rows that cannot be read. */
  batches(): AsyncIterable<RowBatch>;
  /** Complete when `batches` has come to its end. */
  readonly tables: readonly RescuedTable[];
}

export interface DatabaseSnapshot extends Snapshot {
  readonly engine: "sqlite" | "postgres";
  query(text: string): Promise<Row[]>;
  /** What can be read of a damaged file; null on PostgreSQL, whose own tools do that. */
  readonly rescue: (() => Rescue) | null;
}

/** Rows read at once. Pictures are megabytes each. */
export const batchSize = (table: StoredTable): number => (table === "feedback_files" ? 4 : 500);

export function* inBatches(table: StoredTable, all: Iterable<Row>): Generator<RowBatch> {
  let rows: Row[] = [];
  for (const row of all) {
    rows.push(row);
    if (rows.length < batchSize(table)) continue;
    yield { table, rows };
    rows = [];
  }
  if (rows.length > 0) yield { table, rows };
}

/** The `where` clause of a table. */
export function rowFilter(table: StoredTable): string {
  if (table !== "server_state") return "";
  return `where "key" not in (${stateKeysLeftOut.map((key) => `'${key}'`).join(", ")})`;
}

/** The `order by` clause of a table: byte order of the key, the same on both engines. */
export function keyOrder(table: StoredTable, engine: "sqlite" | "postgres"): string {
  const columns: Readonly<Record<string, Column<unknown>>> = tables[table].columns;
  return keyOf(table)
    .map((column) => {
      const isText = columns[column]?.definition.type === "text";
      return `"${column}"${isText && engine === "postgres" ? ' collate "C"' : ""}`;
    })
    .join(", ");
}

export function compareKeys(table: StoredTable, a: Row, b: Row): number {
  for (const column of keyOf(table)) {
    const [x, y] = [a[column], b[column]];
    if (x === y) continue;
    if (typeof x === "number" && typeof y === "number") return x - y;
    return Buffer.compare(Buffer.from(String(x)), Buffer.from(String(y)));
  }
  return 0;
}
