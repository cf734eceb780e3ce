import type { Kysely } from "kysely";
import { createSchema, createTable } from "../schema/create-schema.ts";
import { type Database, type Engine, tables } from "../schema/schema.ts";
import { countGivenVotes } from "./from-1-0.ts";

export interface Migration {
  up: (db: Kysely<Database>, engine: Engine) => Promise<void>;
  /** Why servers of the release before cannot use the schema. Leave it out for what only adds. */
  breaking?: string;
}

export type MigrationList = Readonly<Record<string, Migration>>;

export const firstMigration = "0100-schema";

export const releasedMigrations: MigrationList = {
  [firstMigration]: { up: createSchema },
  "0101-given-votes": { up: countGivenVotes },
  "0102-idempotency-keys": {
    up: (db, engine) => createTable(db, engine, "idempotency_keys", tables.idempotency_keys),
  },
};
