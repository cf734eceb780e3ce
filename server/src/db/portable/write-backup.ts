import { createReadStream, existsSync, readdirSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import {
  backupFormat,
  type BackupHeader,
  type BackupLine,
  backupVersion,
  lineDigest,
  toStoredValue,
} from "./backup-format.ts";
import { DataToolError } from "./read-snapshot.ts";
import type { Snapshot } from "./tables.ts";

export interface BackupSource {
  snapshot: Snapshot;
  engine: "sqlite" | "postgres";
  release: string;
  secret: string | null;
  dataDir: string;
}

export interface BackupContents {
  rows: number;
  files: string[];
}

/** The file appears under its name only when it is complete and on the disk. */
export async function writeBackup(source: BackupSource, file: string): Promise<BackupContents> {
  if (existsSync(file)) throw new DataToolError(`${file} exists already. Name another file.`);
  const draft = `${file}.partial`;
  try {
    const handle = await open(draft, "w", 0o600);
    const contents = await sendBackup(source, handle.createWriteStream({ flush: true }));
    await rename(draft, file);
    await syncFolder(dirname(file));
    return contents;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

export async function sendBackup(source: BackupSource, to: NodeJS.WritableStream): Promise<BackupContents> {
  const contents: BackupContents = { rows: 0, files: [] };
  await pipeline(Readable.from(textOf(linesOf(source, contents))), createGzip({ level: 5 }), to);
  return contents;
}

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* linesOf(source: BackupSource, contents: BackupContents): AsyncGenerator<BackupLine> {
  const { snapshot, engine, release, secret, dataDir } = source;
  yield {
    format: backupFormat,
    version: backupVersion,
    schema: snapshot.schema,
    release,
    engine,
    created_at: new Date().toISOString(),
    secret,
  } satisfies BackupHeader;
  for (const name of otherFiles(dataDir)) {
    contents.files.push(name);
    yield { file: name };
    // A multiple of three bytes: base64 of each part then has no padding.
    for await (const chunk of createReadStream(join(dataDir, name), { highWaterMark: 48 * 1024 }))
      yield (chunk as Buffer).toString("base64");
  }
  let heading = "";
  let columns: string[] = [];
  for await (const { table, rows } of snapshot.batches()) {
    if (table !== heading) {
      heading = table;
      columns = Object.keys(rows[0] ?? {});
      yield { table, columns };
    }
    contents.rows += rows.length;
    for (const row of rows) yield columns.map((column) => toStoredValue(row[column] ?? null));
  }
}

async function* textOf(lines: AsyncIterable<BackupLine>): AsyncGenerator<string> {
  const digest = lineDigest();
  let [piece, rows] = ["", 0];
  for await (const line of lines) {
    const text = JSON.stringify(line);
    if (Array.isArray(line)) rows += 1;
    digest.add(text);
    piece += `${text}\n`;
    if (piece.length < 1 << 18) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}${JSON.stringify({ end: { rows, sha256: digest.digest() } } satisfies BackupLine)}\n`;
}

/** Files that Retro makes, and backups: no part of a backup's other files. */
const ownFiles =
  /^(?:retro\.db.*|server\.lock.*|app-secret.*|restore\.(?:partial|ready)|before-restore-.*|.*\.jsonl\.gz(?:\.partial)?|.*\.db(?:-wal|-shm)?)$/;

/** Files that the operator has put into the data folder, such as legal pages; paths relative to it. */
export function otherFiles(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (folder === dataDir && ownFiles.test(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) found.push(relative(dataDir, path));
    }
  };
  visit(dataDir);
  return found.toSorted();
}
