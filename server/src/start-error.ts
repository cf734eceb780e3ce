import { databaseFault } from "./db/faults.ts";
import { MigrationError } from "./db/migrate.ts";
import { SecondNodeError } from "./db/node-lock.ts";
import { InterruptedRestoreError } from "./db/portable/restore-files.ts";
import type { EnvironmentSettings } from "./settings.ts";

/** The server or a tool cannot start; an operator reads the message, without a stack. */
export class StartError extends Error {}

export function toStartError(
  error: unknown,
  { databaseUrl, dataDir }: EnvironmentSettings,
  { opening = false } = {},
): unknown {
  if (
    error instanceof MigrationError ||
    error instanceof SecondNodeError ||
    error instanceof InterruptedRestoreError
  )
    return new StartError(error.message);
  const { message, code, errcode, syscall } = error as Error & {
    code?: string;
    errcode?: number;
    syscall?: string;
  };
  const fault = databaseFault(error);
  if (databaseUrl !== null) {
    // While connecting, pg reports a bad host or password as a plain error.
    if (fault === null && (!opening || error instanceof TypeError)) return error;
    const right = missingRight(databaseUrl, code, message);
    return new StartError(
      `The database at DATABASE_URL cannot be used: ${oneLine(message) || code}.${right}`,
    );
  }
  const hint = faultHints[errcode === 11 || errcode === 26 ? "damaged" : (fault ?? "")];
  if (hint === undefined && syscall === undefined) return error;
  return new StartError(`DATA_DIR "${dataDir}" cannot be used: ${hint ?? oneLine(message)}.`);
}

/** Since PostgreSQL 15 only the owner of a database may make tables in its schema public. */
function missingRight(databaseUrl: string, code: string | undefined, message: string): string {
  const schema = /^permission denied for schema (\S+)$/.exec(message)?.[1];
  if (code !== "3F000" && !(code === "42501" && schema !== undefined)) return "";
  const { username, searchParams } = new URL(databaseUrl);
  const role = decodeURIComponent(username) || searchParams.get("user");
  const grantee = role ? `"${role.replaceAll('"', '""')}"` : "the user of DATABASE_URL";
  return ` Let the owner of the database run in it: grant create, usage on schema ${schema ?? "public"} to ${grantee};`;
}

const unwritable = "the server's user may not write there, or the file system is read-only";
const faultHints: Record<string, string> = {
  locked: "another program holds retro.db (a backup, sqlite3, or a migration that is still running)",
  "disk full": "the disk is full; free some space, then try again",
  "read-only": unwritable,
  "disk error": unwritable,
  damaged: "retro.db is damaged or not a database; restore a backup",
};

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
