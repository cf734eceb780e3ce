import pg from "pg";
import { inject } from "vitest";
import { openDatabaseAt } from "../../db/engines/open.ts";

/** The PostgreSQL of a test run. */
export interface TestPostgres {
  /** A database whose user may create others. */
  url: string;
  /** Prefix of the names of this run's databases; the run drops all of them at its end. */
  prefix: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** Set by `run.ts`; null without a server. */
    postgres: TestPostgres | null;
    /** Set by `run.ts`: a SQLite file that the migrations have just made. */
    migratedFile: string;
  }
}

/** An ICU collation, so that tests fail if a query forgets the byte order. */
const collation = "TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'";

/** Databases of this process, by number: true while a test uses it. */
const leased = new Map<number, boolean>();
let connecting: Promise<pg.Client> | undefined;
let created = 0;

/**
 * Creates an empty database.
 * @returns its address, and a function that drops it
 * @throws when the run has no PostgreSQL
 */
export async function createDatabase(
  locale = collation,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `${server().prefix}_${process.pid}_${(created += 1)}`;
  await admin(`CREATE DATABASE ${name} ${locale}`);
  return { url: urlOf(name), drop: () => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/**
 * Provides a migrated database without rows. Creating and dropping one takes most of a second, emptying one a
 * few hundredths: a database is created for the first test that needs it and emptied for the next one, in
 * another file too.
 * @returns its address, and a function that returns it
 */
export async function leaseDatabase(): Promise<{ url: string; release: () => Promise<void> }> {
  const { prefix } = server();
  for (let n = 1; ; n += 1) {
    if (leased.get(n)) continue;
    leased.set(n, true);
    const name = `${prefix}_lent_${n}`;
    // The lock belongs to this connection: it ends with the process in any case.
    const lock = `hashtextextended('${name}', 0)`;
    const { rows } = await query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${lock}) AS locked`);
    if (!rows[0]?.locked) continue;
    const release = async () => {
      await query(`SELECT pg_advisory_unlock(${lock})`);
      leased.set(n, false);
    };
    try {
      await prepare(name);
    } catch (error) {
      await release();
      throw error;
    }
    // Do not wait for the disk: no one needs the data after the test.
    return { url: `${urlOf(name)}?options=-c%20synchronous_commit%3Doff`, release };
  }
}

/** Empties the database; creates it where it is missing, or where a test changed its tables. */
async function prepare(name: string): Promise<void> {
  const { rows } = await query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
  if (rows.length > 0) {
    await query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
    if (await empty(name)) return;
    await query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
  await query(`CREATE DATABASE ${name} ${collation}`);
  const database = await openDatabaseAt({ databaseUrl: urlOf(name) });
  await database.close();
  await connected(urlOf(name), (client) => client.query(withoutAutovacuum + keepPristine));
}

/** @returns false when a test has changed the schema */
async function empty(name: string): Promise<boolean> {
  return connected(urlOf(name), async (client) => {
    const { rows } = await client.query<{ same: boolean }>(
      `SELECT (${fingerprint}) = (SELECT fingerprint FROM pristine.state) AS same`,
    );
    if (rows[0]?.same !== true) return false;
    await client.query(restorePristine);
    return true;
  });
}

/**
 * Columns, indexes, constraints, triggers and functions. Statistics count too: they change the plans of later
 * tests.
 */
const fingerprint = `
  SELECT md5(string_agg(part, E'\\n' ORDER BY part)) FROM (
    SELECT format('%s %s %s %s %s', attrelid::regclass, attname, atttypid, attnotnull, attnum) AS part
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace AND attnum > 0
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT DISTINCT 'statistics of ' || tablename FROM pg_stats WHERE schemaname = 'public'
  ) AS parts`;

/** Statistics that PostgreSQL gathers during a test would sometimes change the plans that the test checks. */
const withoutAutovacuum = `
  DO $$
  DECLARE t text;
  BEGIN
    FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('ALTER TABLE public.%I SET (autovacuum_enabled = off)', t);
    END LOOP;
  END $$;`;

/** Copies what the migrations wrote to a schema that the product does not use. */
const keepPristine = `
  CREATE SCHEMA pristine;
  DO $$
  DECLARE t text; filled boolean;
  BEGIN
    FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', t) INTO filled;
      IF filled THEN EXECUTE format('CREATE TABLE pristine.%I AS TABLE public.%I', t, t); END IF;
    END LOOP;
  END $$;
  CREATE TABLE pristine.state AS SELECT (${fingerprint}) AS fingerprint;`;

/**
 * Deleting a few rows takes a millisecond; TRUNCATE makes new files for the table, its indexes and all tables
 * that refer to it, for a tenth of a second. Only tables that have grown are truncated: deleted rows stay in
 * their pages and would change the plans of queries. One statement deletes from all tables, because
 * references are checked at its end.
 */
const restorePristine = `
  DO $$
  DECLARE t text; filled boolean; few text[]; many text[];
  BEGIN
    SELECT array_agg(oid::regclass::text) INTO many FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 8 * 8192;
    IF many IS NOT NULL THEN EXECUTE 'TRUNCATE ' || array_to_string(many, ', ') || ' CASCADE'; END IF;
    -- Again, until nothing is left: the triggers of a deletion write totals.
    LOOP
      few := '{}';
      FOR t IN SELECT oid::regclass::text FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0 LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %s)', t) INTO filled;
        IF filled THEN few := few || format('d%s AS (DELETE FROM %s)', cardinality(few), t); END IF;
      END LOOP;
      EXIT WHEN cardinality(few) = 0;
      EXECUTE 'WITH ' || array_to_string(few, ', ') || ' SELECT';
    END LOOP;
    FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'pristine' AND tablename <> 'state' LOOP
      EXECUTE format('INSERT INTO public.%I SELECT * FROM pristine.%I', t, t);
    END LOOP;
  END $$;`;

/** Runs one statement on a new connection: dropping a database waits for a checkpoint. */
async function admin(statement: string): Promise<void> {
  await connected(server().url, (client) => client.query(statement));
}

async function query<Row extends pg.QueryResultRow>(
  statement: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  connecting ??= connect(server().url);
  return (await connecting).query<Row>(statement, values);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(name: string): string {
  const url = new URL(server().url);
  url.pathname = `/${name}`;
  return url.toString();
}

function server(): TestPostgres {
  const found = inject("postgres");
  if (found === null) throw new Error("this test needs PostgreSQL");
  return found;
}
