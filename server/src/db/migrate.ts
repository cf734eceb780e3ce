import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { createTables } from "./migrations/0001-tables.ts";
import { addAdminSecurity } from "./migrations/0006-admin.ts";
import type { Database, Engine } from "./schema.ts";

/** Every migration there is, by name; the names sort in the order of time, and one that has landed never changes. */
const migrations: Record<string, (db: Kysely<Database>, engine: Engine) => Promise<void>> = {
  "0001-tables": createTables,
  "0006-admin": addAdminSecurity,
};

/**
 * Brings the schema up to date, under the migrator's lock: of several processes that start at once one migrates, the others wait.
 * @throws the first failure; what had been migrated in the run is rolled back
 */
export async function migrate(db: Kysely<Database>, engine: Engine): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      async getMigrations() {
        return Object.fromEntries(
          Object.entries(migrations).map(([name, up]): [string, Migration] => [
            name,
            { up: (handle) => up(handle as Kysely<Database>, engine) },
          ]),
        );
      },
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
