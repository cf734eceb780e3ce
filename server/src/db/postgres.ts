import { type Dialect, PostgresDialect } from "kysely";
import pg from "pg";

/** The type id of PostgreSQL's int8, which the driver returns as a string by default. */
const int8 = 20;
/** Default of DATABASE_POOL_SIZE: connections of the pool for users' requests. */
export const defaultPoolSize = 10;

/**
 * Creates a pool of PostgreSQL connections, which opens the first one with the first query.
 * @param connections how many connections the pool may hold
 * @param migrating true for the connection of the migrations, whose statements have no time limit
 */
export function postgresDialect(
  connectionString: string,
  connections = defaultPoolSize,
  { migrating = false }: { migrating?: boolean } = {},
): Dialect {
  const timeouts = {
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    // PostgreSQL's limit applies first; this one helps when the network loses the answer.
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
  // Without these listeners a dropped connection ends the process: the pool listens to idle connections only, and a
  // transaction that waits for something else gets only the event. Its next query fails, and the answer is 503.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return new PostgresDialect({ pool });
}
