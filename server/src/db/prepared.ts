import type { Compilable, CompiledQuery, Kysely, Selectable } from "kysely";
import type { Database } from "./schema.ts";

type Db = Kysely<Database>;

/** Stands in a query's text for a value that comes with each run. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
const parameters = new Proxy({}, { get: (_, name) => new Parameter(String(name)) });

/**
 * A query that is built once for each engine and run with other values each time: for the few that every click waits for, where
 * building one anew costs more than running it.
 * @param build gives the query; `values` holds stand-ins there, to be handed on as they are and never looked at
 * @returns runs it on a database or a transaction and gives its rows; throws what the engine throws
 */
export function prepareQuery<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  // An adapter belongs to one open database, its transactions included.
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
 * An insert of a fixed number of rows that is built once for each engine: building a long one takes longer than running it.
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
  const standIn = Object.fromEntries(names.map((name) => [name, new Parameter(String(name))]));
  return async (db, rows) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      const values = Array.from({ length: count }, () => standIn);
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
