import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Kysely } from "kysely";
import type { Database } from "./db/schema/schema.ts";
import type { RetroDatabase } from "./db/database.ts";
import type { RateLimiter } from "./limits/rate-limiter.ts";
import type { PushService } from "./realtime/push-service.ts";
import type { Settings } from "./settings.ts";

/** `main` chooses the engines: no other code depends on which one is in use. */
export interface Deps extends PushService {
  settings: Settings;
  database: RetroDatabase;
  /** Epoch milliseconds; tests set it. */
  clock: () => number;
  rateLimiter: RateLimiter;
  log: FastifyBaseLogger;
}

export type Db = Kysely<Database>;

/** A Fastify application whose routes take their types from their zod schemas. */
export type FeatureApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
/** A feature has a separate Fastify context: its hooks and parsers affect no other feature. */
export type Feature = (app: FeatureApp, deps: Deps) => void | Promise<void>;
