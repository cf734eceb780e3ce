import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { isDamaged } from "../faults.ts";
import {
  compareKeys,
  inBatches,
  type Rescue,
  type RescuedTable,
  type Row,
  rowFilter,
  keyOf,
  type StoredTable,
} from "./tables.ts";

/**
 * Reads what a damaged SQLite file still has. A row that refers to a lost one follows the `on delete` of its
 * column: it is left out too, or loses the reference. So a restore finds no broken reference.
 */
export function rescueRows(db: DatabaseSync, names: readonly StoredTable[]): Rescue {
  const tables: RescuedTable[] = [];
  return {
    tables,
    async *batches() {
      const references = new Map(names.map((table) => [table, referencesOf(db, table)]));
      const targets = [...references.values()].flat().map(({ target }) => target);
      const kept = new Map(targets.map(({ id }) => [id, new Set<string>()]));
      for (const table of names) {
        const found: RescuedTable = { table, rows: 0, lost: 0, hasAllKeys: true };
        tables.push(found);
        const keep = (row: Row): boolean => {
          if (!settleReferences(row, references.get(table) ?? [], kept)) return false;
          for (const { id, columns } of targets.filter((target) => target.table === table))
            kept.get(id)?.add(valuesOf(row, columns));
          return true;
        };
        yield* inBatches(table, readableRows(db, found, keep));
      }
    },
  };
}

export function isWhole({ lost, hasAllKeys }: RescuedTable): boolean {
  return lost === 0 && hasAllKeys;
}

export function describeLoss({ table, rows, lost, hasAllKeys }: RescuedTable): string {
  return `${table}: ${rows} rows can be read, ${hasAllKeys ? lost : `${lost} or more`} cannot`;
}

interface Reference {
  columns: string[];
  target: { id: string; table: string; columns: string[] };
  setsNull: boolean;
}

function referencesOf(db: DatabaseSync, table: StoredTable): Reference[] {
  const found = db.prepare("select * from pragma_foreign_key_list(?) order by id, seq").all(table);
  return Object.values(Object.groupBy(found, ({ id }) => String(id))).map((parts = []) => {
    const columns = parts.map(({ from }) => String(from));
    const target = String(parts[0]?.["table"]);
    const to = parts.map((part) => String(part["to"]));
    return {
      columns,
      target: { id: [target, ...to].join(" "), table: target, columns: to },
      setsNull: parts[0]?.["on_delete"] === "SET NULL",
    };
  });
}

/** @returns whether the row may stay */
function settleReferences(
  row: Row,
  references: readonly Reference[],
  kept: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  for (const { columns, target, setsNull } of references) {
    const isEmpty = columns.some((column) => row[column] === null);
    if (isEmpty || kept.get(target.id)?.has(valuesOf(row, columns))) continue;
    if (!setsNull) return false;
    for (const column of columns) row[column] = null;
  }
  return true;
}

function valuesOf(row: Row, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => row[column]));
}

/** In the order of the keys. */
function* readableRows(db: DatabaseSync, found: RescuedTable, keep: (row: Row) => boolean): Generator<Row> {
  for (const row of hasRowIds(db, found.table) ? rowsById(db, found) : rowsOfKeyTree(db, found)) {
    if (row === undefined || !keep(row)) found.lost += 1;
    else {
      found.rows += 1;
      yield row;
    }
  }
}

/** One by one: a page that cannot be read costs its own rows only. */
function* rowsById(db: DatabaseSync, found: RescuedTable): Generator<Row | undefined> {
  const ids = rowIdsOf(db, found);
  const read = attempt(() => db.prepare(`select * from "${found.table}" where rowid = ?`));
  for (const id of ids) yield attempt(() => read?.get(id) as Row | undefined);
}

/** In the order of the keys: by their index, or where that is damaged by the table itself, too. */
function rowIdsOf(db: DatabaseSync, found: RescuedTable): number[] {
  const { table } = found;
  const keys = keyOf(table);
  const byIndex: Row[] = [];
  const select = `select rowid as row_id, ${quoted(keys)} from "${table}"`;
  const ids = (rows: Iterable<Row>) => Array.from(rows, ({ row_id }) => row_id as number);
  if (walk(db, (way) => `${select} ${rowFilter(table)} order by ${quoted(keys, way)}`, byIndex))
    return ids(byIndex);
  const byTable: Row[] = [];
  found.hasAllKeys = walk(
    db,
    (way) => `${select} not indexed ${rowFilter(table)} order by rowid ${way}`,
    byTable,
  );
  const rows = new Map([...byIndex, ...byTable].map((row) => [row["row_id"], row]));
  return ids([...rows.values()].toSorted((a, b) => compareKeys(table, a, b)));
}

/** The rows of a table without row ids are in the index of its key. */
function rowsOfKeyTree(db: DatabaseSync, found: RescuedTable): Row[] {
  const { table } = found;
  const keys = keyOf(table);
  const read: Row[] = [];
  found.hasAllKeys = walk(
    db,
    (way) => `select * from "${table}" ${rowFilter(table)} order by ${quoted(keys, way)}`,
    read,
  );
  const rows = new Map(read.map((row) => [valuesOf(row, keys), row]));
  return [...rows.values()].toSorted((a, b) => compareKeys(table, a, b));
}

/**
 * Reads from the one end, and if that breaks off, from the other.
 * @returns whether these are all rows
 */
function walk(db: DatabaseSync, query: (way: "asc" | "desc") => string, into: Row[]): boolean {
  const read = (way: "asc" | "desc") =>
    attempt(() => {
      for (const row of db.prepare(query(way)).iterate()) into.push(row as Row);
      return true;
    });
  if (read("asc")) return true;
  read("desc");
  return false;
}

function hasRowIds(db: DatabaseSync, table: StoredTable): boolean {
  const found: Record<string, SQLOutputValue> | undefined = db
    .prepare("select wr from pragma_table_list where schema = 'main' and name = ?")
    .get(table);
  return found?.["wr"] !== 1;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isDamaged(error)) return undefined;
    throw error;
  }
}

function quoted(columns: readonly string[], way = ""): string {
  return columns.map((column) => `"${column}" ${way}`).join(", ");
}
