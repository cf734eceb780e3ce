import { randomUUID } from "node:crypto";
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  openSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { formatBytes } from "./admin-cli-data.ts";
import { FolderInUseError } from "../db/folder-lock.ts";
import { MigrationError } from "../db/migrate.ts";
import { copyInstallation } from "../db/portable/copy-installation.ts";
import { noteBackup } from "../db/portable/backup-note.ts";
import { type BackupSource, openBackup } from "../db/portable/read-backup.ts";
import { DataToolError, openSnapshot } from "../db/portable/read-snapshot.ts";
import { sendBackup, writeBackup } from "../db/portable/write-backup.ts";
import { type Written, writeTarget } from "../db/portable/write-target.ts";
import { repairInstallation } from "../db/verify/repair-installation.ts";
import { verifyInstallation } from "../db/verify/verify-installation.ts";
import { nameOf, placeOf, StartError, toStartError } from "../engines.ts";
import { commandLine, type EnvironmentSettings, readSettings, SettingsError } from "../settings.ts";

const usage = `Usage:
  ${commandLine("backup", "-s backup --")} [folder, or file.gz, or -]
        save everything in one file, or to standard output; also while servers run
  ${commandLine("backup", "backup --")} <folder> --keep-days 30
        then delete the folder's backups that are older
  ${commandLine("restore", "restore --")} <file, or -> [--replace]
        bring it back, also from standard input, on SQLite or PostgreSQL; with the servers stopped
  ${commandLine("restore", "restore --")} <file> --check
        read a backup to its end and verify it; nothing is changed
  ${commandLine("copy", "db:copy --")} --to <postgres://… or folder> [--replace]
        copy the installation to another database; with the servers stopped
  ${commandLine("verify", "verify")}
        check that the data is consistent; also while servers run
  ${commandLine("verify", "verify --")} --repair
        compute counts and search indexes again; with the servers stopped
They work on the installation that DATA_DIR or DATABASE_URL names.`;

const dayMs = 86_400_000;

class UsageError extends Error {}

interface Flags {
  to?: string | undefined;
  replace?: boolean | undefined;
  check?: boolean | undefined;
  repair?: boolean | undefined;
  "keep-days"?: string | undefined;
}

/** @returns the exit code */
export async function runDataCommand(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    return await run(args, env);
  } catch (error) {
    console.error(isPlain(error) ? error.message : error);
    return 1;
  }
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = parse(args);
  const [command, ...rest] = positionals;
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (command === undefined || rest.length > (command === "copy" ? 0 : 1)) throw new UsageError(usage);
  const [file] = rest;
  const settings = readSettings(env, { creates: false });
  if (command === "verify" && file === undefined) return verify(settings, values);
  if (command === "backup") await backup(settings, file, values["keep-days"]);
  else if (command === "restore" && file !== undefined) await restore(settings, file, values);
  else if (command === "copy" && values.to !== undefined) await copy(settings, values.to, values);
  else throw new UsageError(usage);
  return 0;
}

function userPath(path: string): string {
  return resolve(process.env["INIT_CWD"] ?? ".", path);
}

async function backup(settings: EnvironmentSettings, target = ".", keepDays?: string): Promise<void> {
  if (target === "-" && process.stdout.isTTY)
    throw new UsageError("Send standard output to a file or a program: a backup is no text.");
  const file = target === "-" ? null : backupFile(userPath(target));
  const isFolder = file !== null && file !== userPath(target);
  if (keepDays !== undefined && !(isFolder && /^[1-9]\d*$/.test(keepDays)))
    throw new UsageError("--keep-days needs a whole number of days, and a folder of backups.");
  const snapshot = await openOrExplain(settings);
  const source = {
    snapshot,
    engine: settings.databaseUrl === null ? ("sqlite" as const) : ("postgres" as const),
    release: settings.build,
    secret: settings.appSecret ?? snapshot.secret,
    dataDir: settings.dataDir,
  };
  try {
    const { rows, files } = await (
      file === null ? sendBackup(source, process.stdout) : writeBackup(source, file)
    ).catch((error: unknown) => {
      if (typeof (error as NodeJS.ErrnoException).syscall !== "string") throw error;
      throw new DataToolError(
        `The backup is not complete, and no file was made: ${(error as Error).message}.`,
      );
    });
    const size = file === null ? "" : `; ${formatBytes(statSync(file).size)}`;
    const say = (line: string) => (file === null ? console.error(line) : console.log(line));
    say(`${file ?? "Standard output"}: ${rows} rows, ${files.length} other files, the secret${size}.`);
    say("Whoever can read it can read everything in Retro. Store it on another machine.");
  } finally {
    await snapshot.close();
  }
  // The first schema has no place for it.
  if (snapshot.schema >= "0002")
    await noteBackup(placeOf(settings), Date.now()).catch((error: unknown) =>
      console.error(`The backup is complete, but its time could not be noted: ${(error as Error).message}`),
    );
  if (file !== null && keepDays !== undefined) deleteOlder(dirname(file), Number(keepDays));
}

function backupName(at: Date): string {
  return `retro-${at.toISOString().slice(0, 19).replaceAll(":", "")}Z.jsonl.gz`;
}

/**
 * Only files with the name of a backup, by the time in it: a copied file has another time on the disk. The last two
 * stay, and none goes where a clock that is far ahead may have made all the others old.
 */
function deleteOlder(folder: string, days: number): void {
  const now = Date.now();
  const keptMs = days * dayMs;
  const all = readdirSync(folder)
    .map((name) => ({ name, at: timeInName(name) }))
    // A file of a later time was made by a wrong clock.
    .filter(({ at }) => at <= now)
    .toSorted((a, b) => a.at - b.at);
  const old = all.slice(0, -2).filter(({ at }) => at < now - keptMs);
  const times = all.map(({ at }) => at);
  if (old.length > 0 && hasJump(times, now - keptMs)) {
    console.error(
      `There is a gap between the backups in ${folder}, as a wrong clock makes one, so none is deleted: look at the clock. After ${days} days without another gap they are deleted again.`,
    );
    return;
  }
  for (const { name } of old) rmSync(join(folder, name));
  console.log(`Backups older than ${days} days: ${old.length} deleted.`);
}

/** NaN: it is no backup's name. */
function timeInName(name: string): number {
  const parts = /^retro-(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\dZ)\.jsonl\.gz$/.exec(name);
  return parts === null ? Number.NaN : Date.parse(parts.slice(1).join(":"));
}

/** Whether the kept time has a gap that is more than half of it, and more than three times the usual one. */
function hasJump(times: number[], keptSince: number): boolean {
  const gaps = times.slice(1).map((at, i) => ({ at, ms: at - (times[i] ?? 0) }));
  const usual = gaps.map(({ ms }) => ms).toSorted((a, b) => a - b)[(gaps.length - 1) >> 1] ?? 0;
  const long = Math.max((Date.now() - keptSince) / 2, usual * 3);
  return gaps.some(({ at, ms }) => ms > long && at >= keptSince);
}

function backupFile(path: string): string {
  if (existsSync(path) && statSync(path).isDirectory()) return join(path, backupName(new Date()));
  if (path.endsWith(".gz") && existsSync(dirname(path))) return path;
  const missing = path.endsWith(".gz") ? dirname(path) : path;
  throw new UsageError(
    `There is no folder ${missing}. Make it, or name a file that ends in .gz in a folder that exists.`,
  );
}

async function openOrExplain(settings: EnvironmentSettings) {
  return openSnapshot(placeOf(settings)).catch((error: unknown) => {
    throw explained(error, settings);
  });
}

function explained(error: unknown, settings: EnvironmentSettings): unknown {
  return isPlain(error) ? error : toStartError(error, settings, { opening: true });
}

async function restore(settings: EnvironmentSettings, name: string, flags: Flags): Promise<void> {
  const given = userPath(name);
  if (name !== "-") return restoreFile(settings, { read: () => createReadStream(given), name: given }, flags);
  // A backup is read twice: first to its end. Folders for temporary files may be in memory.
  const folder = existsSync(settings.dataDir) ? settings.dataDir : tmpdir();
  const path = join(folder, `received-${randomUUID()}.jsonl.gz.partial`);
  const fd = openSync(path, "wx+", 0o600);
  try {
    // A restore that is killed leaves nothing on the disk.
    rmSync(path);
    await pipeline(process.stdin, createWriteStream(path, { fd, autoClose: false }));
    const read = () => Readable.from(piecesOf(fd));
    await restoreFile(settings, { read, name: "Standard input" }, flags);
  } finally {
    closeSync(fd);
  }
}

function* piecesOf(fd: number): Generator<Buffer> {
  for (let position = 0; ;) {
    const piece = Buffer.allocUnsafe(2 ** 16);
    const length = readSync(fd, piece, { position });
    if (length === 0) return;
    position += length;
    yield piece.subarray(0, length);
  }
}

async function restoreFile(
  settings: EnvironmentSettings,
  source: BackupSource,
  { check = false, replace = false }: Flags,
): Promise<void> {
  const found = await openBackup(source);
  const { created_at, release, engine } = found.header;
  console.log(
    `${source.name}: ${found.rowCount} rows and ${found.fileNames.length} other files, written by Retro ${release} on ` +
      `${engine === "sqlite" ? "SQLite" : "PostgreSQL"} at ${created_at}. The file is complete.`,
  );
  if (check) return;
  const target = placeOf(settings);
  console.error(`Database: ${nameOf(target)}`);
  const files = found.fileNames.length > 0 ? found.files() : null;
  const options = { replace, files, dataDir: settings.dataDir };
  const written = await writeTarget(found, target, options).catch((error: unknown) => {
    throw explained(error, settings);
  });
  report(written, "The backup is restored.");
}

async function copy(settings: EnvironmentSettings, to: string, { replace = false }: Flags): Promise<void> {
  const target = /^postgres(?:ql)?:\/\//.test(to) ? { databaseUrl: to } : { folder: userPath(to) };
  const written = await copyInstallation({
    source: placeOf(settings),
    target,
    replace,
    dataDir: settings.dataDir,
    secret: settings.appSecret,
  }).catch((error: unknown) => {
    if (isPlain(error)) throw error;
    // The driver's message names the address that was refused, without its password.
    throw new DataToolError(`The copy failed, and nothing was changed: ${(error as Error).message}`, {
      cause: error,
    });
  });
  report(written, "The copy is complete. The source is unchanged.");
  console.log(
    "folder" in target
      ? `Start the servers with DATA_DIR=${target.folder} and without DATABASE_URL.`
      : "Start the servers with DATABASE_URL set to that address.",
  );
}

/** @returns the exit code */
async function verify(settings: EnvironmentSettings, { repair = false }: Flags): Promise<number> {
  if (repair) {
    await repairInstallation(placeOf(settings)).catch((error: unknown) => {
      throw explained(error, settings);
    });
    console.log("Counts and search indexes were computed again.");
  }
  const snapshot = await openOrExplain(settings);
  try {
    const findings = await verifyInstallation(snapshot, { secret: settings.appSecret ?? snapshot.secret });
    for (const { problem, advice, isError, count, subjects } of findings) {
      console.log(`${isError ? "PROBLEM" : "Note"}: ${problem} (${count})`);
      for (const subject of subjects) console.log(`  ${subject}`);
      if (subjects.length < count) console.log(`  and ${count - subjects.length} more`);
      console.log(`  What to do: ${advice}`);
    }
    const errors = findings.filter(({ isError }) => isError).length;
    console.log(errors === 0 ? "The data is consistent." : `${errors} problems.`);
    return errors === 0 ? 0 : 1;
  } finally {
    await snapshot.close();
  }
}

function report({ rows, aside }: Written, done: string): void {
  for (const [table, count] of Object.entries(rows)) console.log(`${String(count).padStart(10)}  ${table}`);
  console.log(`${done} Every row was written and compared with its source.`);
  if (aside !== null) console.log(`The former database is in ${aside}. Delete it when you do not need it.`);
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        to: { type: "string" },
        replace: { type: "boolean" },
        check: { type: "boolean" },
        repair: { type: "boolean" },
        "keep-days": { type: "string" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

function isPlain(error: unknown): error is Error {
  return [UsageError, DataToolError, FolderInUseError, MigrationError, SettingsError, StartError].some(
    (kind) => error instanceof kind,
  );
}
