import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder } from "../private-folder.ts";

const groupAndOthersMask = 0o077;

/** Only the owner may read the data folder: it becomes 0700, the files in it 0600. */
export function securePrivateFolder(folder: string): string[] {
  makePrivateFolder(folder);
  const failed: string[] = [];
  const restrict = (path: string, mode: number) => {
    const wanted = mode & 0o777 & ~groupAndOthersMask;
    if ((mode & 0o777) === wanted) return;
    try {
      chmodSync(path, wanted);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      failed.push(path);
    }
  };
  // If the folder is a link, restrict its target. Leave links inside the folder unchanged.
  restrict(folder, lstatSync(`${folder}/.`).mode);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile() || entry.isDirectory())
      restrict(path, lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0);
  }
  return failed;
}

/** SQLite gives `-wal` and `-shm` the mode of the database file. */
export function ensurePrivateFile(path: string): void {
  closeSync(openSync(path, "a", 0o600));
}

/** How statfs(2) names file systems of which SQLite warns: https://www.sqlite.org/howtocorrupt.html, 2. */
const unreliableFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xfe534d42, "SMB"],
  [0xff534d42, "CIFS"],
  [0x65735546, "FUSE"],
]);

/** @returns the name of a file system whose locks are not reliable; undefined for others */
export function unreliableFileSystem(type: number): string | undefined {
  return unreliableFileSystems.get(type);
}
