import type { Readable } from "node:stream";
import { isAbsolute, normalize } from "node:path";
import { createGunzip } from "node:zlib";
import {
  backupFormat,
  type BackupHeader,
  type BackupLine,
  backupVersion,
  fromStoredRow,
  lineDigest,
} from "./backup-format.ts";
import { DataToolError } from "./read-snapshot.ts";
import { type Row, type RowBatch, type Snapshot, type StoredTable, storedTableNames } from "./tables.ts";

export interface Backup extends Snapshot {
  readonly header: BackupHeader;
  readonly rowCount: number;
  readonly fileNames: readonly string[];
  files(): AsyncIterable<{ name: string; bytes: Buffer }>;
}

export interface BackupSource {
  /** From its beginning, again and again. */
  read: () => Readable;
  /** The name in messages: standard input is copied to a file whose path means nothing to the operator. */
  name: string;
}

const rowsPerBatch = 500;

/** Call this before anything is written: a file that was cut off is found here. */
export async function openBackup(source: BackupSource): Promise<Backup> {
  const { header, rowCount, fileNames } = await verifyFile(source);
  return {
    header,
    rowCount,
    fileNames,
    schema: header.schema,
    secret: header.secret,
    batches: () => batchesOf(readLines(source)),
    async *files() {
      let name: string | null = null;
      for await (const { line } of readLines(source)) {
        if (typeof line === "string") {
          if (name !== null) yield { name, bytes: Buffer.from(line, "base64") };
        } else if ("file" in line) {
          name = line.file;
          // An empty file has no pieces.
          yield { name, bytes: Buffer.alloc(0) };
        } else if ("table" in line || "end" in line) return;
      }
    },
    close: async () => undefined,
  };
}

async function verifyFile(source: BackupSource): Promise<Pick<Backup, "header" | "rowCount" | "fileNames">> {
  const { name: file } = source;
  const digest = lineDigest();
  const fileNames: string[] = [];
  let header: BackupHeader | null = null;
  let [rowCount, isComplete] = [0, false];
  for await (const { line, text } of readLines(source)) {
    header ??= requireHeader(file, line);
    if (isComplete) throw damaged(file);
    if (Array.isArray(line)) rowCount += 1;
    else if (typeof line === "object") {
      if ("file" in line) fileNames.push(requireInside(file, line.file));
      if ("table" in line && !storedTableNames.includes(line.table)) throw damaged(file);
      if ("end" in line) {
        if (line.end.rows !== rowCount || line.end.sha256 !== digest.digest()) throw damaged(file);
        isComplete = true;
        continue;
      }
    }
    digest.add(text);
  }
  if (header === null || !isComplete) throw damaged(file);
  return { header, rowCount, fileNames };
}

function requireHeader(file: string, line: BackupLine): BackupHeader {
  const header = line as Partial<BackupHeader>;
  if (header.format !== backupFormat || typeof header.schema !== "string")
    throw new DataToolError(`${file} is no backup of Retro.`);
  if (header.version !== backupVersion)
    throw new DataToolError(`${file} was written by a newer version of Retro. Restore it with that version.`);
  return header as BackupHeader;
}

/** Refuses a path that leads out of the data folder. */
function requireInside(file: string, path: string): string {
  if (isAbsolute(path) || normalize(path).startsWith("..")) throw damaged(file);
  return path;
}

function damaged(file: string, cause?: unknown): DataToolError {
  return new DataToolError(`${file} is damaged or incomplete. Nothing was changed. Use another backup.`, {
    cause,
  });
}

async function* readLines({ read, name }: BackupSource): AsyncGenerator<{ line: BackupLine; text: string }> {
  const source = read();
  const unpacked = createGunzip();
  source.on("error", (error) => unpacked.destroy(error));
  try {
    let begun = "";
    for await (const piece of source.pipe(unpacked).setEncoding("utf8") as AsyncIterable<string>) {
      const lines = piece.split("\n");
      lines[0] = begun + (lines[0] ?? "");
      begun = lines.pop() ?? "";
      for (const text of lines) yield { line: JSON.parse(text) as BackupLine, text };
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (error instanceof SyntaxError || code.startsWith("Z_")) throw damaged(name, error);
    if (code === "ENOENT") throw new DataToolError(`There is no file ${name}.`);
    throw error;
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

async function* batchesOf(lines: AsyncIterable<{ line: BackupLine }>): AsyncGenerator<RowBatch> {
  let table: StoredTable | null = null;
  let columns: string[] = [];
  let rows: Row[] = [];
  for await (const { line } of lines) {
    const isRow = Array.isArray(line);
    if (rows.length > 0 && table !== null && (!isRow || rows.length >= limitOf(table))) {
      yield { table, rows };
      rows = [];
    }
    if (isRow) rows.push(fromStoredRow(columns, line));
    else if (typeof line === "object" && "table" in line) ({ table, columns } = line);
  }
}

const limitOf = (table: StoredTable): number => (table === "feedback_files" ? 4 : rowsPerBatch);
