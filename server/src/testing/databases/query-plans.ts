import { getCallSites } from "node:util";
import { CompiledQuery, type Kysely, type KyselyPlugin, sql } from "kysely";
import type { Database } from "../../db/schema/schema.ts";
import type { RetroDatabase } from "../../db/database.ts";

/**
 * Tables that a statement may read completely, and why. Every other table grows with use: a statement that
 * reads one without an index fails the test that ran it.
 */
const smallTables = new Map([
  ["log_events", "the catalogue in the code: seven rows"],
  ["template_counts", "the built-in templates: eighteen rows"],
  ["erasures", "erasures under way: a row goes when its work is done"],
  ["leases", "one row for each background job"],
  ["server_state", "a few values of the whole installation"],
  ["kysely_migration", "a row for each migration"],
  ["notices", "what npm run admin changed in the last hour"],
  ["open_questions", "questions that are open now"],
  ["board_answerers", "what release 1.0 has left, until housekeeping has run"],
]);
/** Indexes with so few rows that a statement may read them completely, and why. */
const smallIndexes = new Map([
  ["boards_running_timers", "boards whose timer runs now"],
  ["users_admins", "administrators only"],
  ["open_questions_key", "questions that are open now"],
  ["board_answerers_key", "what release 1.0 has left, until housekeeping has run"],
  ["server_state_pkey", "a few values of the whole installation"],
]);

/** Statements that may read a table that grows, and why. */
const allowedScans = new Map([
  [
    /^with found as (?:not )?materialized \(select id, "\w+" as sort_key from "\w+"/,
    "a list of administrators: it counts its table, a search reads it, and 100,000 rows take milliseconds",
  ],
]);

/** Statements of the application, by text, with the parameters of the first run. */
type Statements = Map<string, readonly unknown[]>;
const checked = new Set<string>();

/**
 * Wraps the database and notes every statement that the application runs on it. `close` asks the database for
 * their plans and throws when one reads a growing table without an index. Statements of tests are not noted.
 * @param byTest whether the caller is a test and not the application
 */
export function watchQueryPlans(
  database: RetroDatabase,
  byTest: () => boolean = calledByTest,
): RetroDatabase {
  const statements: Statements = new Map();
  const plain = database.db;
  const note: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql: text, parameters } = plain.getExecutor().compileQuery(node, queryId);
      if (!statements.has(text)) statements.set(text, parameters);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const watched = plain.withPlugin(note);
  const watchedReader = database.reader.withPlugin(note);
  const members: Partial<RetroDatabase> & ThisType<RetroDatabase> = {
    get db() {
      const { db } = database;
      return byTest() ? db : watched;
    },
    get reader() {
      return byTest() ? database.reader : watchedReader;
    },
    transaction: (work, isKept) =>
      byTest()
        ? database.transaction(work, isKept)
        : database.transaction((trx) => work(trx.withPlugin(note)), isKept),
    async close() {
      const faults = await planFaults(database, statements);
      await database.close();
      if (faults.length > 0) throw new Error(`Queries without an index:\n${faults.join("\n")}`);
    },
  };
  return Object.create(database, Object.getOwnPropertyDescriptors(members)) as RetroDatabase;
}

/** The database without the watch, for commands of the operator, which may read whole tables. */
export function unwatchedDatabase(database: RetroDatabase): RetroDatabase {
  return Object.getPrototypeOf(database) as RetroDatabase;
}

/**
 * Whether the code that uses the database is a test's or a test helper's: the caller of the function that
 * asks. An error's stack would tell it too, but its source maps take longer than a query on SQLite.
 */
function calledByTest(): boolean {
  const caller = getCallSites(3)[2]?.scriptName ?? "";
  return /\.test\.ts|\/testing\//.test(caller);
}

async function planFaults(database: RetroDatabase, statements: Statements): Promise<string[]> {
  const fresh = [...statements].filter(
    ([text]) =>
      /^\s*(with|select|insert|update|delete)\b/i.test(text) &&
      ![...allowedScans.keys()].some((allowed) => allowed.test(text)) &&
      !checked.has(`${database.engine} ${text}`),
  );
  // A test that removed its database or a table cannot get plans; its statements run in other tests too.
  if (
    fresh.length === 0 ||
    !(await database.probe({ write: false }).then(
      () => true,
      () => false,
    ))
  )
    return [];
  const faults = await database
    .transaction(async (trx) => {
      const found: string[] = [];
      const scansOf = database.engine === "postgres" ? await postgresScans(trx) : await sqliteScans(trx);
      for (const [text, parameters] of fresh)
        for (const scan of await scansOf(text, parameters))
          found.push(`${database.engine}: ${scan}\n  in: ${text.replaceAll(/\s+/g, " ").slice(0, 600)}`);
      return found;
    })
    .catch((error: unknown) => {
      if (/no such table|does not exist/.test(String(error))) return [];
      throw error;
    });
  for (const [text] of fresh) checked.add(`${database.engine} ${text}`);
  return faults;
}

type ScansOf = (text: string, parameters: readonly unknown[]) => Promise<string[]>;

/**
 * Finds what SQLite reads from end to end: `SCAN` of anything that is neither small, nor a subquery, nor a
 * bounded page.
 */
async function sqliteScans(db: Kysely<Database>): Promise<ScansOf> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
    db,
  );
  const tables = new Set(rows.map(({ name }) => name));
  return async (text, parameters) => {
    const plan = await db.executeQuery<{ parent: number; detail: string }>(
      CompiledQuery.raw(
        `explain query plan ${text}`,
        parameters.map(() => null),
      ),
    );
    const sorted = new Set(
      plan.rows
        .filter(({ detail }) => detail.startsWith("USE TEMP B-TREE FOR ORDER BY"))
        .map(({ parent }) => parent),
    );
    const isScan = ({ parent, detail }: { parent: number; detail: string }): boolean => {
      const [, name = "", index = ""] = /^SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?/.exec(detail) ?? [];
      if (name === "" || /^SCAN (CONSTANT ROW|\d+-ROW VALUES)| VIRTUAL TABLE INDEX \d+:M/.test(detail))
        return false;
      const table = tables.has(name) ? name : tableOf(text, name);
      if (smallIndexes.has(index) || smallTables.has(table)) return false;
      if (!tables.has(table) && isSubquery(text, name)) return false;
      return index === "" || sorted.has(parent) || !isBoundedPage(text, table);
    };
    return plan.rows.filter(isScan).map(({ detail }) => detail);
  };
}

/** SQLite's plan names a table by its alias. */
function tableOf(text: string, alias: string): string {
  return new RegExp(`"?(\\w+)"? (?:as )?"?${alias}"?(?: on | where |,|$)`, "i").exec(text)?.[1] ?? alias;
}

function isSubquery(text: string, name: string): boolean {
  return (
    name.startsWith("(") ||
    new RegExp(`\\) (?:as )?"?${name}"?|\\b"?${name}"?(?:\\([^)]*\\))? as (?:materialized )?\\(`, "i").test(
      text,
    )
  );
}

/**
 * A page in the order of an index: nothing is filtered out, so that every row read counts towards the limit.
 */
function isBoundedPage(text: string, table: string): boolean {
  return new RegExp(`from "?${table}"? order by [^()]+ limit (\\?|\\d)`, "i").test(
    text.replaceAll(/\s+/g, " "),
  );
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

/**
 * Finds what PostgreSQL reads from end to end although everything but a look-up in an index is priced out:
 * the tables of a test are empty, and a sequential scan of those would be the cheapest.
 */
async function postgresScans(db: Kysely<Database>): Promise<ScansOf> {
  await sql`select set_config(name, 'off', true)
    from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) as name`.execute(db);
  await sql`set local plan_cache_mode = force_generic_plan`.execute(db);
  const columns = await sql<{ index: string; column: string }>`
    select i.indexrelid::regclass::text as index, a.attname as column from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`.execute(db);
  const firstColumns = new Map(columns.rows.map(({ index, column }) => [index, column]));
  const planned = async (text: string, values: string) => {
    await sql.raw(`prepare watched as ${text}`).execute(db);
    const { rows } = await sql
      .raw<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(`explain (format json) execute watched${values}`)
      .execute(db);
    // A prepared statement keeps its plan, whatever is set later.
    await sql`deallocate watched`.execute(db);
    return rows
      .flatMap((row) => row["QUERY PLAN"])
      .flatMap(({ Plan }) => scansBelow(Plan, false, firstColumns));
  };
  return async (text, parameters) => {
    const values = parameters.length === 0 ? "" : `(${parameters.map(() => "null").join(", ")})`;
    const scans = await planned(text, values);
    if (scans.length === 0) return [];
    // Where sequential scans are priced out, a bitmap of a whole index may look cheaper than the look-up that
    // it replaces.
    await sql`set local enable_bitmapscan = off`.execute(db);
    const others = await planned(text, values);
    await sql`set local enable_bitmapscan = on`.execute(db);
    return others.length === 0 ? [] : scans;
  };
}

function scansBelow(node: PlanNode, bounded: boolean, firstColumns: ReadonlyMap<string, string>): string[] {
  const type = node["Node Type"];
  const {
    "Relation Name": table = "",
    "Index Name": index = "",
    "Index Cond": condition = "",
    Filter,
  } = node;
  const passes = type === "Limit" || (bounded && /^(Incremental Sort|Subquery Scan)$/.test(type));
  const scans = (node.Plans ?? []).flatMap((child) => scansBelow(child, passes, firstColumns));
  const first = firstColumns.get(index);
  const within = first !== undefined && new RegExp(`\\b${first}\\b`).test(condition);
  if (type === "Seq Scan" && !smallTables.has(table)) scans.push(`Seq Scan on ${table}`);
  if (type.includes("Index") && !within && !smallIndexes.has(index) && !smallTables.has(table))
    if (!bounded || Filter !== undefined) scans.push(`${type} of the whole index ${index}`);
  return scans;
}
