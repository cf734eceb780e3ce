import type { Kysely } from "kysely";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "./db/schema.ts";
import type { Store } from "./db/store.ts";
import type { Broadcaster } from "./realtime/broadcaster.ts";
import type { Settings } from "./settings.ts";

/** What every feature is handed: engines already chosen, so that nothing below `main` asks which one it is. */
export interface Deps {
  settings: Settings;
  store: Store;
  broadcaster: Broadcaster;
  /** Epoch milliseconds; tests turn it. */
  clock: () => number;
  log: FastifyBaseLogger;
}

/** A handle to query with: the outer one, or the transaction's. */
export type Db = Kysely<Database>;
