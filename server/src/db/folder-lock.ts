import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ensurePrivateFile, securePrivateFolder } from "./data-folder.ts";

export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another Retro server. Stop that one first.`);
    this.name = "FolderInUse";
  }
}

/** The operating system holds the lock, on a separate file, and ends it with the process. */
export function lockFolder(folder: string): { release(): void } {
  securePrivateFolder(folder);
  const file = join(folder, "server.lock");
  ensurePrivateFile(file);
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) throw new FolderInUseError(folder);
    throw error;
  }
  return { release: () => database.close() };
}
