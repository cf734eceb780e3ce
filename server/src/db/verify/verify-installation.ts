import { newestKnownSchema, schemaIsKnown, usableFromKey } from "../migrate.ts";
import { type DatabaseSnapshot, storedTables } from "../portable/tables.ts";
import { rowChecks } from "./row-checks.ts";
import { sqlChecks } from "./sql-checks.ts";

export interface Finding {
  problem: string;
  advice: string;
  isError: boolean;
  count: number;
  /** The first ones: ids, never contents. */
  subjects: string[];
}

const listed = 5;

export async function verifyInstallation(
  snapshot: DatabaseSnapshot,
  { secret }: { secret: string | null },
): Promise<Finding[]> {
  const findings = await checkSchema(snapshot);
  // The checks below know the newest schema, and what a later release has added to it does not disturb them.
  if (findings.some(({ problem }) => problem !== newerSchema)) return findings;
  if (secret === null)
    findings.push({
      problem: "no secret is stored, and APP_SECRET is not set",
      advice:
        "Nothing, if no server has run yet; otherwise restore app-secret: without it everybody is signed out.",
      isError: false,
      count: 1,
      subjects: [],
    });
  for (const { problem, advice, isError, query } of sqlChecks) {
    const text = query(snapshot.engine);
    if (text === null) continue;
    // "count(*) over ()" counts all rows, although only some are returned.
    const rows = await snapshot.query(
      `select count(*) over () as count, subject from (${text}) found limit ${listed}`,
    );
    if (rows.length === 0) continue;
    const subjects = rows.map(({ subject }) => String(subject));
    findings.push({ problem, advice, isError, count: Number(rows[0]?.["count"]), subjects });
  }
  return [...findings, ...(await checkRows(snapshot))];
}

const newerSchema = "a newer release has added to the schema; this release can use it";

async function checkSchema(snapshot: DatabaseSnapshot): Promise<Finding[]> {
  const { schema } = snapshot;
  if (schema === newestKnownSchema()) return [];
  const found = { count: 1, subjects: [schema] };
  if (schemaIsKnown(schema))
    return [
      {
        ...found,
        problem: "the database has the schema of an earlier release",
        advice: "Start the server: it brings the schema up to date. Then verify again.",
        isError: false,
      },
    ];
  const [usable] = await snapshot.query(`select value from server_state where key = '${usableFromKey}'`);
  if (schemaIsKnown(String(usable?.["value"])))
    return [
      {
        ...found,
        problem: newerSchema,
        advice: "Nothing, if you went back to this release; otherwise start the newer one.",
        isError: false,
      },
    ];
  return [
    {
      ...found,
      problem: "the database has the schema of a newer release",
      advice: "Verify it with that release.",
      isError: true,
    },
  ];
}

async function checkRows(snapshot: DatabaseSnapshot): Promise<Finding[]> {
  const found = new Map<string, Finding>();
  for await (const { table, rows } of snapshot.batches())
    for (const check of rowChecks[table] ?? [])
      for (const row of rows) {
        const fault = check(row);
        if (fault === null) continue;
        const problem = `rows of ${table} in which ${fault}`;
        const finding = found.get(problem) ?? {
          problem,
          advice: "Please report it. Opening the board may fail; restore a backup if it does.",
          isError: true,
          count: 0,
          subjects: [],
        };
        finding.count += 1;
        if (finding.subjects.length < listed)
          finding.subjects.push(storedTables[table].map((column) => String(row[column])).join(" "));
        found.set(problem, finding);
      }
  return [...found.values()];
}
