import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { serverApplicationName } from "./engines/postgres.ts";

export interface LockLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export class SecondNodeError extends Error {
  constructor() {
    super(
      "Another Retro server uses the database at DATABASE_URL, and the built-in push endpoint reaches only the users of one " +
        "server. Stop the other one, or set REDIS_URL on both.",
    );
    this.name = "SecondNode";
  }
}

/** One process serves a PostgreSQL database alone, or several share a Redis; never both. */
export interface NodeLock {
  /** False from the loss of the connection until the lock is taken again. */
  readonly held: boolean;
  release(): Promise<void>;
}

/** PostgreSQL's advisory lock belongs to one database; no other program uses this number. */
const lockKey = 7_237_002;
/** A server that stops releases the lock within 5 s, a killed one at once. */
const waitMs = 6_000;
const retryMs = 250;
const reconnectMs = 1_000;

/** PostgreSQL releases the lock with its connection; after a restart, this code takes it again. */
export async function takeNodeLock(
  databaseUrl: string,
  log: LockLog,
  { isShared }: { isShared: boolean },
): Promise<NodeLock> {
  const tryLock = () => connectAndLock(databaseUrl, isShared);
  const giveUpAt = Date.now() + waitMs;
  let client = await tryLock();
  while (client === null) {
    if (Date.now() > giveUpAt) throw new SecondNodeError();
    await sleep(retryMs);
    client = await tryLock();
  }
  const state = { released: false };

  const retake = async (): Promise<void> => {
    let isLogged = false;
    while (client === null) {
      await sleep(reconnectMs, undefined, { ref: false });
      if (state.released) return;
      try {
        client = await tryLock();
        if (client === null && !isLogged) log.error({}, new SecondNodeError().message);
        isLogged = true;
      } catch {
        // The lock cannot be taken while PostgreSQL is away; the readiness probe reports that.
      }
    }
    watch(client);
    log.info({}, "the lock on the database is held again");
    // `release` was called while the lock was being taken.
    if (state.released) await client.end();
  };
  const watch = (holder: pg.Client): void => {
    holder.once("end", () => {
      client = null;
      if (!state.released) void retake();
    });
  };
  watch(client);
  return {
    get held() {
      return client !== null;
    },
    async release() {
      state.released = true;
      await client?.end();
    },
  };
}

async function connectAndLock(databaseUrl: string, isShared: boolean): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: serverApplicationName,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // The event "end" reports the loss of the connection.
  client.on("error", () => undefined);
  try {
    await client.connect();
    // The lock belongs to a transaction that stays open: a pooler in transaction mode keeps its connection.
    // Without parameters: the last query of an open transaction that has some keeps its snapshot, and PostgreSQL
    // then cleans no row that changes while the server runs. With these settings PostgreSQL notices a vanished machine
    // after 10 + 3 × 5 seconds, instead of two hours.
    await client.query(
      "begin; set local tcp_keepalives_idle = 10; set local tcp_keepalives_interval = 5; set local tcp_keepalives_count = 3; " +
        "set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0",
    );
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_xact_lock${isShared ? "_shared" : ""}(${lockKey}) as locked`,
    );
    if (rows[0]?.locked === true) return client;
    await client.end();
    return null;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
