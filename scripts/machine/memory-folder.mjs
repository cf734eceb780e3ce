import { accessSync, constants, statfsSync } from "node:fs";

const folder = "/dev/shm";
/** The type that Linux's statfs(2) gives for a file system in memory. */
const tmpfs = 0x01021994;
const leastFreeBytes = 4 * 2 ** 30;

/** A folder in memory for the temporary files of tests, where no database waits for a disk. */
export function findMemoryFolder() {
  try {
    const { type, bavail, bsize } = statfsSync(folder);
    if (type !== tmpfs || bavail * bsize < leastFreeBytes) return undefined;
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return undefined; // This system has no such folder, or we may not write there: the usual one serves.
  }
}
