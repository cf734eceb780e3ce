import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { root, type Settings } from "./settings.ts";

const program = join(root, "retro.mjs");
/** The unit and the compose files set it: their command has the server's settings. */
export const operatorCommand = process.env["OPERATOR_COMMAND"] || null;

const quoted = (word: string) => (/[^\w./-]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : word);

/** How an operator calls a tool: the tarball works without npm. A shell takes it as it is. */
export function commandLine(tool: string, npm: string): string {
  if (operatorCommand !== null) return `${operatorCommand} ${tool}`;
  return existsSync(program) ? `node ${quoted(program)} ${tool}` : `npm run ${npm}`;
}

export const adminCommand = commandLine("admin", "admin --");

/** What to type in another shell to make the first administrator of this server. */
export function firstAdminCommand({ databaseUrl }: Pick<Settings, "databaseUrl">): string {
  const command = `${adminCommand} add you@example.com`;
  const folder = process.env["DATA_DIR"];
  if (operatorCommand !== null || (databaseUrl === null && !folder)) return command;
  return databaseUrl === null
    ? `DATA_DIR=${quoted(resolve(folder ?? ""))} ${command}`
    : `${command} (with the server's DATABASE_URL)`;
}
