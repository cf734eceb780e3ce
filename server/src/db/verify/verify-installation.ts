import { bringUpToDate, judgeSchema, newestKnownSchema, usableFromKey } from "../migrate.ts";
import { isDamaged } from "../faults.ts";
import { describeLoss, isWhole } from "../portable/rescue.ts";
import { type DatabaseSnapshot, type Rescue, keyOf } from "../portable/tables.ts";
import { commandLine } from "../../operator-commands.ts";
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
  // The checks below use this release's schema; columns that a later release adds do not disturb them.
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
  try {
    return [...findings, ...(await checkBySql(snapshot)), ...(await checkRows(snapshot))];
  } catch (error) {
    if (!isDamaged(error) || snapshot.rescue === null) throw error;
    return [...findings, await describeDamage(snapshot.rescue())];
  }
}

/** What the rows mean cannot be checked then. */
async function describeDamage(rescue: Rescue): Promise<Finding> {
  for await (const { rows } of rescue.batches()) void rows;
  const broken = rescue.tables.filter((table) => !isWhole(table));
  const whole = rescue.tables.filter(isWhole).map(({ table, rows }) => `${table} (${rows})`);
  return {
    problem: "damaged tables or indexes in the SQLite file",
    advice:
      `Look at the disk. With the server stopped, ${commandLine("backup", "-s backup --")} FILE.gz --rescue writes what can be read ` +
      "to another disk. Then restore the last complete backup or that file, whichever has more of what you need.",
    isError: true,
    count: Math.max(1, broken.length),
    subjects: [...broken.map(describeLoss), `All rows can be read of: ${whole.join(", ")}`],
  };
}

async function checkBySql(snapshot: DatabaseSnapshot): Promise<Finding[]> {
  const findings: Finding[] = [];
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
  return findings;
}

const newerSchema = "a newer release has added to the schema; this release can use it";

async function checkSchema(snapshot: DatabaseSnapshot): Promise<Finding[]> {
  const { schema } = snapshot;
  if (schema === newestKnownSchema()) return [];
  const found = { count: 1, subjects: [schema] };
  if (judgeSchema(schema) === "too old")
    return [
      {
        ...found,
        problem: "the database is from a version before 1.1.0",
        advice: bringUpToDate,
        isError: true,
      },
    ];
  if (judgeSchema(schema) === "known")
    return [
      {
        ...found,
        problem: "the database has the schema of an earlier release",
        advice: "Start the server: it brings the schema up to date. Then verify again.",
        isError: false,
      },
    ];
  const [usable] = await snapshot.query(`select value from server_state where key = '${usableFromKey}'`);
  if (judgeSchema(String(usable?.["value"])) === "known")
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
          finding.subjects.push(
            keyOf(table)
              .map((column) => String(row[column]))
              .join(" "),
          );
        found.set(problem, finding);
      }
  return [...found.values()];
}
