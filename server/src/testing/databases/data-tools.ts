import { Writable } from "node:stream";
import { runDataCommand } from "../../cli/data-commands.ts";
import { createSafeConsole } from "../../cli/admin-cli-output.ts";
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

/** Runs a command of the operator in this process. @returns its exit code and what it printed */
export async function runCommand(
  run: (words: string[], env: NodeJS.ProcessEnv) => Promise<number>,
  words: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; out: string; error: string }> {
  const printed = { out: "", error: "" };
  const into = (name: keyof typeof printed) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        printed[name] += chunk.toString();
        done();
      },
    });
  const before = globalThis.console;
  globalThis.console = createSafeConsole({ stdout: into("out"), stderr: into("error") });
  try {
    const code = await run(words, env);
    // The console's streams write what they hold back.
    await new Promise((resolve) => setImmediate(resolve));
    return { code, ...printed };
  } finally {
    globalThis.console = before;
  }
}

/** Runs `npm run backup`, `restore`, `db:copy` or `verify` in this process. */
export async function dataTool(
  env: Record<string, string>,
  words: string[],
): Promise<{ code: number; text: string }> {
  const { code, out, error } = await runCommand(runDataCommand, words, env);
  return { code, text: out + error };
}

/** `dataTool` as a separate process. @param args Node's own arguments */
export async function dataProcess(
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
