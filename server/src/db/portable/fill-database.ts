import type { Kysely } from "kysely";
import { bringUpToDate, judgeSchema, migrate } from "../migrate.ts";
import type { Database, Engine } from "../schema/schema.ts";
import { compareSnapshots, describeDifference, type Comparison } from "./compare-snapshots.ts";
import { DataToolError } from "./read-snapshot.ts";
import type { RowBatch, Snapshot } from "./tables.ts";

/** The snapshot may come from any earlier release. */
export async function fillDatabase(
  db: Kysely<Database>,
  engine: Engine,
  { schema, batches }: Pick<Snapshot, "schema" | "batches">,
): Promise<void> {
  const judgement = judgeSchema(schema);
  if (judgement === "too old")
    throw new DataToolError(
      `The data is from a version before 1.1.0 (its last migration is ${schema}), and nothing was changed. ${bringUpToDate}`,
    );
  if (judgement === "newer")
    throw new DataToolError(
      `The data was written by a newer version of Retro (migration ${schema}). Install that version, and try again.`,
    );
  await migrate(db, engine, { upTo: schema });
  for await (const batch of batches()) await insertRows(db, batch);
}

export async function requireEqual(source: Snapshot, written: Snapshot): Promise<Comparison["rows"]> {
  const { rows, differences, differenceCount } = await compareSnapshots(source, written);
  if (differenceCount === 0) return rows;
  throw new DataToolError(
    `${differenceCount} rows differ from the source after writing, so nothing was changed. Stop every server that uses the source, ` +
      `and try again. If it happens again, please report it.\n${differences.map((each) => `  ${describeDifference(each)}`).join("\n")}`,
  );
}

async function insertRows(db: Kysely<Database>, { table, rows }: RowBatch): Promise<void> {
  try {
    await db.insertInto(table).values(rows).execute();
  } catch (error) {
    throw new DataToolError(
      `A row of the table ${table} cannot be written: ${(error as Error).message}. Nothing was changed.`,
      { cause: error },
    );
  }
}
