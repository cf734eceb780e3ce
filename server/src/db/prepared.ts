import type { Compilable, CompiledQuery, Kysely, Selectable } from "kysely";
import type { Database } from "./schema.ts";

type Db = Kysely<Database>;

/** A placeholder in a query for a value that each run supplies. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
const parameters = new Proxy({}, { get: (_, name) => new Parameter(String(name)) });

/**
 * Prepares a query that is built once per engine and run with different values: for the few queries of every click, whose
 * building takes longer than their execution.
 * @param build makes the query; `values` contains placeholders, which it must pass on without reading them
 * @returns runs the query on a database or a transaction and returns its rows; throws what the engine throws
 */
export function prepareQuery<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  // A database and its transactions share one adapter.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) compiled.set(adapter, (query = build(db, parameters as Values).compile()));
    const given = values as Record<string, unknown>;
    const filled = query.parameters.map((each) => (each instanceof Parameter ? given[each.name] : each));
    return (await db.executeQuery<Row>({ ...query, parameters: filled })).rows;
  };
}

/**
 * Prepares an insert of a fixed number of rows, built once per engine: building a long one takes longer than its execution.
 * @param columns all columns of the table
 * @returns inserts that many rows; throws what the engine throws
 */
export function prepareInsert<Table extends keyof Database>(
  table: Table,
  columns: Record<keyof Database[Table], true>,
  count: number,
): (db: Db, rows: readonly Selectable<Database[Table]>[]) => Promise<void> {
  const compiled = new WeakMap<object, CompiledQuery>();
  const names = Object.keys(columns) as (keyof Selectable<Database[Table]>)[];
  const placeholders = Object.fromEntries(names.map((name) => [name, new Parameter(String(name))]));
  return async (db, rows) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      const values = Array.from({ length: count }, () => placeholders);
      compiled.set(
        adapter,
        (query = db
          .insertInto(table)
          .values(values as never)
          .compile()),
      );
    }
    const parameters: unknown[] = [];
    for (const row of rows) for (const name of names) parameters.push(row[name]);
    await db.executeQuery({ ...query, parameters });
  };
}
