import { type Dialect, PostgresDialect } from "kysely";
import pg from "pg";

/** The type id of PostgreSQL's int8, which the driver would hand over as a string. */
const int8 = 20;
/** Connections of the pool that serves clicks, unless DATABASE_POOL_SIZE says otherwise. */
export const defaultPoolSize = 10;

/**
 * Connects to PostgreSQL; nothing is opened before the first query.
 * @param connections how many connections the pool may hold
 * @param migrating true for the migrations' own connection: no statement is ever cancelled
 */
export function postgresDialect(
  connectionString: string,
  connections = defaultPoolSize,
  { migrating = false }: { migrating?: boolean } = {},
): Dialect {
  const timeouts = {
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    // PostgreSQL's own limit comes first; this one is for a network that swallows the answer.
    query_timeout: 20_000,
  };
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(migrating ? {} : timeouts),
    types: {
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // Without these listeners a connection that PostgreSQL drops ends the process: the pool listens to idle ones only, and a
  // transaction that waits for something else learns of the loss only from the event. The next query fails and is answered 503.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return new PostgresDialect({ pool });
}
