import { compareKeys, type Row, type Snapshot, type StoredTable, storedTableNames, keyOf } from "./tables.ts";

export interface Difference {
  table: StoredTable;
  key: string;
  kind: "missing" | "additional" | "different";
  columns: string[];
}

export interface Comparison {
  rows: Partial<Record<StoredTable, number>>;
  differenceCount: number;
  differences: Difference[];
}

const maxListed = 10;

interface Position {
  table: StoredTable;
  row: Row;
}

/** Both snapshots have their rows in the same order, so that none has to fit into memory. */
export async function compareSnapshots(expected: Snapshot, actual: Snapshot): Promise<Comparison> {
  const result: Comparison = { rows: {}, differenceCount: 0, differences: [] };
  const note = (at: Position, kind: Difference["kind"], columns: string[] = []) => {
    result.differenceCount += 1;
    if (result.differences.length < maxListed)
      result.differences.push({ table: at.table, key: keyText(at), kind, columns });
  };
  const [left, right] = [rowsOf(expected), rowsOf(actual)];
  let a = await next(left);
  let b = await next(right);
  while (a !== null || b !== null) {
    const order = a === null ? 1 : b === null ? -1 : comparePositions(a, b);
    if (a !== null && order <= 0) result.rows[a.table] = (result.rows[a.table] ?? 0) + 1;
    if (a !== null && b !== null && order === 0) {
      const columns = differentColumns(a.row, b.row);
      if (columns.length > 0) note(a, "different", columns);
      a = await next(left);
      b = await next(right);
    } else if (a !== null && order < 0) {
      note(a, "missing");
      a = await next(left);
    } else if (b !== null) {
      note(b, "additional");
      b = await next(right);
    }
  }
  return result;
}

/** Describes a difference in one line. It names keys and columns, never contents. */
export function describeDifference({ table, key, kind, columns }: Difference): string {
  return `${table} ${key}: ${kind}${columns.length > 0 ? ` (${columns.join(", ")})` : ""}`;
}

async function* rowsOf(snapshot: Snapshot): AsyncGenerator<Position, undefined> {
  for await (const { table, rows } of snapshot.batches()) for (const row of rows) yield { table, row };
}

async function next(rows: AsyncGenerator<Position, undefined>): Promise<Position | null> {
  return (await rows.next()).value ?? null;
}

const place = new Map(storedTableNames.map((name, i) => [name, i]));

function comparePositions(a: Position, b: Position): number {
  if (a.table !== b.table) return (place.get(a.table) ?? 0) - (place.get(b.table) ?? 0);
  return compareKeys(a.table, a.row, b.row);
}

/** A column that the source does not have is new since its version. */
function differentColumns(expected: Row, actual: Row): string[] {
  return Object.keys(expected).filter((column) => {
    const [x, y] = [expected[column], actual[column]];
    if (x instanceof Uint8Array && y instanceof Uint8Array) return Buffer.compare(x, y) !== 0;
    return x !== y;
  });
}

function keyText({ table, row }: Position): string {
  return keyOf(table)
    .map((column) => String(row[column]))
    .join(" ");
}
