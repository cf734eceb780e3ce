import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../testing/databases/test-engines.ts";
import { openDatabaseAt } from "./engines/open.ts";

const postgres = engines.find(({ name }) => name === "PostgreSQL");

describe.skipIf(postgres === undefined)("the lock of a server on PostgreSQL", () => {
  test.each([true, false])(
    "holds no snapshot, so that old rows are cleaned (shared: %s)",
    async (isShared) => {
      const { where, drop } = await (postgres as (typeof engines)[0]).place();
      onTestFinished(drop);
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      const database = await openDatabaseAt(where, { lock: { log, isShared } });
      onTestFinished(() => database.close());
      const client = new pg.Client({ connectionString: (where as { databaseUrl: string }).databaseUrl });
      await client.connect();
      onTestFinished(() => client.end());
      const { rows } = await client.query(
        "select backend_xmin, backend_xid from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and datname = current_database()",
      );
      expect(rows).toEqual([{ backend_xmin: null, backend_xid: null }]);
    },
  );
});
