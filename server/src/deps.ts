import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Kysely } from "kysely";
import type { Database } from "./db/schema.ts";
import type { Store } from "./db/store.ts";
import type { Limits } from "./limits/limits.ts";
import type { Broadcaster } from "./realtime/broadcaster.ts";
import type { Settings } from "./settings.ts";

/** What every feature is handed: engines already chosen, so that nothing below `main` asks which one it is. */
export interface Deps {
  settings: Settings;
  store: Store;
  broadcaster: Broadcaster;
  /** Epoch milliseconds; tests turn it. */
  clock: () => number;
  /** What sessions and addresses may use up; the amounts are in `limits/table.ts`. */
  limits: Limits;
  log: FastifyBaseLogger;
}

/** A handle to query with: the outer one, or the transaction's. */
export type Db = Kysely<Database>;

/** A Fastify application whose routes get their types from their zod schemas. */
export type FeatureApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
/** Adds the routes of one feature in a separate Fastify context, so that its hooks and parsers touch no other feature. */
export type Feature = (app: FeatureApp, deps: Deps) => void | Promise<void>;
