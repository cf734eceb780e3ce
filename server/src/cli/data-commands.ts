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
import { basename, dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { formatBytes } from "./admin-cli-data.ts";
import { isDamaged } from "../db/faults.ts";
import { FolderInUseError } from "../db/folder-lock.ts";
import { MigrationError } from "../db/migrate.ts";
import { copyInstallation } from "../db/portable/copy-installation.ts";
import { recordBackup } from "../db/portable/backup-note.ts";
import { type BackupSource, openBackup } from "../db/portable/read-backup.ts";
import { describeLoss, isWhole } from "../db/portable/rescue.ts";
import { deleteFormerDatabases } from "../db/portable/restore-files.ts";
import { DataToolError, openSnapshot } from "../db/portable/read-snapshot.ts";
import { sendBackup, writeBackup } from "../db/portable/write-backup.ts";
import { type Written, writeTarget } from "../db/portable/write-target.ts";
import { repairInstallation } from "../db/verify/repair-installation.ts";
import { verifyInstallation } from "../db/verify/verify-installation.ts";
import { nameOf, placeOf } from "../open-database.ts";
import { StartError, toStartError } from "../start-error.ts";
import { commandLine } from "../operator-commands.ts";
import { type EnvironmentSettings, readSettings, SettingsError } from "../settings.ts";

const usage = `Usage:
  ${commandLine("backup", "-s backup --")} [folder, or file.gz, or -]
        save everything in one file, or to standard output; also while servers run
  ${commandLine("backup", "backup --")} <folder> --keep 30
        then delete all but the folder's newest 30 backups
  ${commandLine("backup", "-s backup --")} <file.gz, or -> --rescue
        save what can be read of a damaged SQLite file; exit code 1 if something is lost
  ${commandLine("restore", "restore --")} <file, or -> [--replace]
        bring it back, also from standard input, on SQLite or PostgreSQL; with the servers stopped
  ${commandLine("restore", "restore --")} <file> --check
        read a backup to its end and verify it; nothing is changed
  ${commandLine("restore", "restore --")} --delete-former
        delete the databases that --replace has moved to DATA_DIR/before-restore-…; also while servers run
  ${commandLine("copy", "db:copy --")} --to <postgres://… or folder> [--replace]
        copy the installation to another database; with the servers stopped
  ${commandLine("verify", "verify")}
        check that the data is consistent; also while servers run
  ${commandLine("verify", "verify --")} --repair
        compute counts and search indexes again; with the servers stopped
They work on the installation that DATA_DIR or DATABASE_URL names.`;

class UsageError extends Error {}

interface Flags {
  to?: string | undefined;
  replace?: boolean | undefined;
  check?: boolean | undefined;
  repair?: boolean | undefined;
  keep?: string | undefined;
  rescue?: boolean | undefined;
  "delete-former"?: boolean | undefined;
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
  if (command === "backup") return backup(settings, file, values);
  if (command === "restore" && values["delete-former"] && file === undefined) deleteFormer(settings);
  else if (command === "restore" && file !== undefined && !values["delete-former"])
    await restore(settings, file, values);
  else if (command === "copy" && values.to !== undefined) await copy(settings, values.to, values);
  else throw new UsageError(usage);
  return 0;
}

function userPath(path: string): string {
  return resolve(process.env["INIT_CWD"] ?? ".", path);
}

/** @returns the exit code */
async function backup(
  settings: EnvironmentSettings,
  target = ".",
  { keep, rescue: rescues = false }: Flags = {},
): Promise<number> {
  if (target === "-" && process.stdout.isTTY)
    throw new UsageError("Send standard output to a file or a program: a backup is no text.");
  const file = target === "-" ? null : backupFile(userPath(target));
  const isFolder = file !== null && file !== userPath(target);
  if (keep !== undefined && !(isFolder && /^[1-9]\d*$/.test(keep)))
    throw new UsageError("--keep needs the number of backups that stay, 1 or more, and a folder of backups.");
  if (rescues && isFolder)
    throw new UsageError(
      "--rescue needs a name of its own, which ends in .gz: it may be no complete backup.",
    );
  const snapshot = await openOrExplain(settings);
  const rescue = rescues ? snapshot.rescue?.() : null;
  if (rescue === undefined) {
    await snapshot.close();
    throw new UsageError("--rescue reads a damaged SQLite file. For PostgreSQL see pg_amcheck and pg_dump.");
  }
  const source = {
    snapshot: rescue === null ? snapshot : { ...snapshot, batches: () => rescue.batches() },
    engine: settings.databaseUrl === null ? ("sqlite" as const) : ("postgres" as const),
    release: settings.build,
    secret: settings.appSecret ?? snapshot.secret,
    dataDir: settings.dataDir,
  };
  try {
    const { rows, files } = await (
      file === null ? sendBackup(source, process.stdout) : writeBackup(source, file)
    ).catch((error: unknown) => {
      throw incompleteBackup(error);
    });
    const size = file === null ? "" : `; ${formatBytes(statSync(file).size)}`;
    const say = (line: string) => (file === null ? console.error(line) : console.log(line));
    say(`${file ?? "Standard output"}: ${rows} rows, ${files.length} other files, the secret${size}.`);
    const losses = rescue?.tables.filter((each) => !isWhole(each)) ?? [];
    for (const loss of losses) say(`  ${describeLoss(loss)}`);
    if (losses.length > 0) {
      say(
        `The file has what can be read, and what does not depend on anything lost. ${commandLine("restore", "restore --")} brings it back; then ${commandLine("verify", "verify --")} --repair.`,
      );
      return 1;
    }
    say("Whoever can read it can read everything in Retro. Store it on another machine.");
  } finally {
    await snapshot.close();
  }
  await recordBackup(placeOf(settings), Date.now()).catch((error: unknown) =>
    console.error(`The backup is complete, but its time could not be noted: ${(error as Error).message}`),
  );
  if (file !== null && keep !== undefined) deleteOlder(file, Number(keep));
  return 0;
}

function incompleteBackup(error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException;
  const said = "The backup is not complete, and no file was made";
  if (isDamaged(error))
    return new DataToolError(
      `${said}: retro.db or its disk is damaged. ${commandLine("verify", "verify")} says which tables can be read; with --rescue and the name of a file, the backup has what can be read.`,
      { cause: error },
    );
  return typeof syscall === "string" ? new DataToolError(`${said}: ${message}.`) : error;
}

function backupName(at: Date): string {
  return `retro-${at.toISOString().slice(0, 19).replaceAll(":", "")}Z.jsonl.gz`;
}

/** By the time in the names, as a copy has another time on the disk; the backup just made stays, whatever the clock. */
function deleteOlder(made: string, keep: number): void {
  const folder = dirname(made);
  const others = readdirSync(folder)
    .filter((name) => isBackupName(name) && name !== basename(made))
    .toSorted()
    .toReversed();
  const older = others.slice(keep - 1);
  for (const name of older) rmSync(join(folder, name));
  console.log(`The newest ${keep} backups stay in ${folder}: ${older.length} deleted.`);
}

function isBackupName(name: string): boolean {
  return /^retro-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz$/.test(name);
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
  if (written.aside !== null)
    console.log(`This does it: ${commandLine("restore", "restore --")} --delete-former`);
}

function deleteFormer(settings: EnvironmentSettings): void {
  try {
    const folders = deleteFormerDatabases(settings.dataDir);
    for (const folder of folders) console.log(`${folder} is deleted.`);
    if (folders.length === 0) console.log(`${settings.dataDir} has no former database.`);
  } catch (error) {
    throw explained(error, settings);
  }
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
  if (args.some((arg) => /^--keep-days(?:=|$)/.test(arg)))
    throw new UsageError("--keep-days is no more: --keep 30 keeps the newest 30 backups of the folder.");
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        to: { type: "string" },
        replace: { type: "boolean" },
        check: { type: "boolean" },
        repair: { type: "boolean" },
        keep: { type: "string" },
        rescue: { type: "boolean" },
        "delete-former": { type: "boolean" },
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
