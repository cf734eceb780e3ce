import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Node's `recursive` never returns if the system answers ENOENT, as in /proc. */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makePrivateFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Two servers that start at once may both make it.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
