import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { makePrivateFolder } from "../../private-folder.ts";

/** A rename to `restore.ready` counts as done; moving its files can be repeated until it succeeds. */
const partialName = "restore.partial";
const readyName = "restore.ready";
/** In `restore.ready`: the name of the folder that receives the replaced database. */
const asideFile = "aside";
const asidePrefix = "before-restore-";
const databaseFiles = ["retro.db-wal", "retro.db-shm", "retro.db"];

export function beginRestore(dataDir: string): string {
  const folder = join(dataDir, partialName);
  rmSync(folder, { recursive: true, force: true });
  makePrivateFolder(folder);
  return folder;
}

export function commitRestore(dataDir: string): string | null {
  const folder = join(dataDir, partialName);
  const aside = `${asidePrefix}${new Date().toISOString().replaceAll(/[:.]/g, "")}`;
  writeFileSync(join(folder, asideFile), aside, { flush: true });
  syncDirectory(folder);
  renameSync(folder, join(dataDir, readyName));
  syncDirectory(dataDir);
  completeRestore(dataDir);
  return existsSync(join(dataDir, aside)) ? join(dataDir, aside) : null;
}

/** `npm run restore` was killed while its files moved to their places. */
export class InterruptedRestoreError extends Error {
  constructor(folder: string) {
    super(`A restore of ${folder} was interrupted. Start the server: it finishes the restore first.`);
    this.name = "InterruptedRestore";
  }
}

export function requireNoInterruptedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, readyName))) throw new InterruptedRestoreError(dataDir);
}

/** @returns the folders of replaced databases that it has deleted */
export function deleteFormerDatabases(dataDir: string): string[] {
  requireNoInterruptedRestore(dataDir);
  const names = readdirSync(dataDir).filter((name) => name.startsWith(asidePrefix));
  for (const name of names) rmSync(join(dataDir, name), { recursive: true });
  return names.map((name) => join(dataDir, name));
}

export function discardRestore(dataDir: string): void {
  rmSync(join(dataDir, partialName), { recursive: true, force: true });
}

/** Finishes a restore whose files were complete, and removes any other. The caller holds the lock. */
export function completeRestore(dataDir: string): boolean {
  discardRestore(dataDir);
  const ready = join(dataDir, readyName);
  if (!existsSync(ready)) return false;
  if (existsSync(join(ready, "retro.db"))) {
    const aside = join(dataDir, readFileSync(join(ready, asideFile), "utf8"));
    // The write-ahead log first: beside another database it would damage it.
    for (const name of databaseFiles) {
      if (!existsSync(join(dataDir, name))) continue;
      makePrivateFolder(aside);
      renameSync(join(dataDir, name), join(aside, name));
    }
    syncDirectory(dataDir);
    renameSync(join(ready, "retro.db"), join(dataDir, "retro.db"));
  }
  moveFiles(ready, dataDir);
  syncDirectory(dataDir);
  rmSync(join(ready, asideFile), { force: true });
  rmdirSync(ready);
  return true;
}

function moveFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === asideFile) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      makePrivateFolder(target);
      moveFiles(source, target);
      rmdirSync(source);
    } else renameSync(source, target);
  }
}

export async function writeFiles(
  folder: string,
  files: AsyncIterable<{ name: string; bytes: Buffer }>,
): Promise<void> {
  const begun = new Set<string>();
  for await (const { name, bytes } of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes, { flag: begun.has(name) ? "a" : "wx", mode: 0o600, flush: true });
    begun.add(name);
  }
}

export function syncDirectory(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
