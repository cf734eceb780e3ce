import type { DatabaseLocation } from "../../db/engines/open.ts";
import { compareSnapshots } from "../../db/portable/compare-snapshots.ts";
import { openSnapshot } from "../../db/portable/read-snapshot.ts";
import { startProcess } from "../process.ts";

/** The settings that name a database. */
export function environmentOf(place: DatabaseLocation, dataDir: string): Record<string, string> {
  return "folder" in place
    ? { DATA_DIR: place.folder }
    : { DATA_DIR: dataDir, DATABASE_URL: place.databaseUrl };
}

/** Runs `npm run backup`, `restore`, `db:copy` or `verify` as a separate process. */
export async function dataTool(
  env: Record<string, string>,
  words: string[],
  args: string[] = [],
): Promise<{ code: number | null; text: string }> {
  const child = startProcess(env, { entry: "cli/data-cli.ts", words, args });
  const code = await child.exit;
  return { code, text: child.text() };
}

/** How many rows of two installations differ. */
export async function countDifferences(a: DatabaseLocation, b: DatabaseLocation): Promise<number> {
  const [left, right] = [await openSnapshot(a), await openSnapshot(b)];
  try {
    return (await compareSnapshots(left, right)).differenceCount;
  } finally {
    await Promise.all([left.close(), right.close()]);
  }
}
