import { type Dialect, PostgresDialect } from "kysely";
import pg from "pg";

/** The type id of PostgreSQL's int8, which the driver would hand over as a string. */
const int8 = 20;

/**
 * Connects to PostgreSQL; nothing is opened before the first query.
 * @param connections how many connections the pool may hold
 */
export function postgresDialect(connectionString: string, connections = 10): Dialect {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    types: {
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // An idle connection that PostgreSQL drops is replaced at the next query; without a listener it would end the process.
  pool.on("error", () => undefined);
  return new PostgresDialect({ pool });
}
