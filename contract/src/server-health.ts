import * as z from "zod/mini";

const time = z.string();

/** A log line at `warn` or above. It contains no text and no id of a user. */
export const serverProblem = z.object({
  level: z.enum(["warn", "error"]),
  message: z.string(),
  count: z.number(),
  last_at: time,
});
export type ServerProblem = z.infer<typeof serverProblem>;

/** `GET admin/health`: the state of the server, its database and the bus between servers. */
export const serverHealth = z.object({
  /** The build: version, day and commit. */
  version: z.string(),
  node: z.string(),
  /** The server's clock. */
  now: time,
  started_at: time,
  memory_bytes: z.number(),
  /** Share of one core in use; may exceed 1. */
  cpu: z.number(),
  event_loop_delay_ms: z.number(),
  database: z.object({
    engine: z.enum(["sqlite", "postgres"]),
    /** How long a transaction took; null when it failed. */
    latency_ms: z.nullable(z.number()),
    /** Why the database cannot be used, as in `data.reason` of `/health/ready`; null when it can. */
    fault: z.nullable(z.string()),
    size_bytes: z.nullable(z.number()),
    /** Changes and transactions that wait. */
    waiting: z.number(),
    connections: z.nullable(z.object({ busy: z.number(), idle: z.number(), waiting: z.number() })),
  }),
  migrations: z.object({
    count: z.number(),
    newest: z.string(),
    newest_at: time,
    /** A newer release has migrated the database, and this one can still use it. */
    newer: z.boolean(),
  }),
  /** When the last complete backup by this product's own command ended; null when there was none. */
  backup_finished_at: z.nullable(time),
  /** How an operator calls these commands here. */
  commands: z.object({ backup: z.string(), disk: z.string() }),
  connections: z.object({ tcp: z.number(), websockets: z.number(), open_boards: z.number() }),
  /** Null when this server is alone and needs no bus. */
  bus: z.nullable(z.object({ connected: z.boolean(), other_servers: z.number(), losses: z.number() })),
  /** The disk of the data folder; null with PostgreSQL. */
  disk: z.nullable(z.object({ free_bytes: z.number(), total_bytes: z.number(), low: z.boolean() })),
  refusals: z.array(z.object({ limit: z.string(), count: z.number() })),
  /** The newest first; at most twenty. */
  problems: z.array(serverProblem),
});
export type ServerHealth = z.infer<typeof serverHealth>;
