import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A clone of what is tested, with uncommitted changes, and without packages. */
export function makeClone(folder) {
  const run = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  run("clone", "--quiet", "--no-tags", root, folder);
  for (const file of run("ls-files", "--modified", "--others", "--exclude-standard", "-z")
    .split("\0")
    .filter((name) => name !== "" && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
}
