import type { Dialect } from "kysely";
import pg from "pg";
import { CollectingClient, NamingClient } from "./named-statements.ts";
import { PipelinedPostgresDialect } from "./pipelined-driver.ts";

/** The type id of PostgreSQL's int8, which the driver returns as a string by default. */
const int8 = 20;
export const defaultPoolSize = 10;
/** The name of servers' connections in `pg_stat_activity`: a restore refuses to work while there is one. */
export const serverApplicationName = "retro-server";

/** PostgreSQL ends what takes longer: a statement, and a transaction that waits for the server. */
const timeLimits = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 15_000 };

export interface PoolOptions {
  /** True for the connection of the migrations, whose statements have no time limit. */
  migrating?: boolean;
}

export function postgresPool(
  connectionString: string,
  connections = defaultPoolSize,
  { migrating = false }: PoolOptions = {},
): pg.Pool {
  const pooled = isBehindPooler(connectionString);
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // PostgreSQL's limit applies first; this one helps when the network loses the answer.
    ...(!migrating && { query_timeout: 20_000 }),
    ...(!migrating && !pooled && timeLimits),
    pipeline: true,
    Client: pooled ? CollectingClient : NamingClient,
    types: {
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // Without these listeners a dropped connection ends the process: the pool listens to idle connections only,
  // and a transaction that waits for something else gets only the event. Its next query fails, and the answer
  // is 503.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

export function dialectOf(
  pool: pg.Pool,
  connectionString: string,
  { migrating = false }: PoolOptions = {},
): Dialect {
  const limits = isBehindPooler(connectionString) && !migrating ? Object.entries(timeLimits) : [];
  const begin = ["begin", ...limits.map(([name, value]) => `set local ${name} = ${value}`)].join("; ");
  return new PipelinedPostgresDialect({ pool }, begin);
}

export function postgresDialect(
  connectionString: string,
  connections?: number,
  options?: PoolOptions,
): Dialect {
  return dialectOf(postgresPool(connectionString, connections, options), connectionString, options);
}

/** A pooler in transaction mode (`?pgbouncer=true`): nothing may be set for a connection. */
export function isBehindPooler(connectionString: string): boolean {
  return URL.parse(connectionString)?.searchParams.get("pgbouncer") === "true";
}
