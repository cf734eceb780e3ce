import type { Compilable, CompiledQuery, Kysely } from "kysely";
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
export function prepared<Values extends object, Row>(
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
