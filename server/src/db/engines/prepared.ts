import type { Compilable, CompiledQuery, Kysely, Selectable } from "kysely";
import { nameStatement } from "./named-statements.ts";
import type { Database } from "../schema/schema.ts";

type Db = Kysely<Database>;

class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
const parameters = new Proxy({}, { get: (_, name) => new Parameter(String(name)) });

export interface PreparedQuery<Values extends object, Row> {
  (db: Db, values: Values): Promise<Row[]>;
  with: (db: Db, values: Values) => CompiledQuery<Row>;
}

/** Built once per engine: for the few queries whose building takes longer than their execution. */
export function prepareQuery<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): PreparedQuery<Values, Row> {
  // A database and its transactions share one adapter.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const fill = (db: Db, values: Values): CompiledQuery<Row> => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (query === undefined) {
      query = build(db, parameters as Values).compile();
      nameStatement(query.sql);
      compiled.set(adapter, query);
    }
    const given = values as Record<string, unknown>;
    const filled = query.parameters.map((each) => (each instanceof Parameter ? given[each.name] : each));
    return { ...query, parameters: filled };
  };
  return Object.assign(
    async (db: Db, values: Values) => (await db.executeQuery<Row>(fill(db, values))).rows,
    { with: fill },
  );
}

/** A fixed number of rows: building a long insert takes longer than its execution. */
export function prepareInsert<Table extends keyof Database>(
  table: Table,
  columns: readonly (keyof Database[Table])[],
  count: number,
): (db: Db, rows: readonly Selectable<Database[Table]>[]) => Promise<void> {
  const compiled = new WeakMap<object, CompiledQuery>();
  const names = columns as readonly (keyof Selectable<Database[Table]>)[];
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
