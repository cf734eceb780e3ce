import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, isAbsolute, join, relative, sep } from "node:path";

/** Generated folders. */
const excludedPaths = new Set([".git", ".runtime", ".build", "bench/results", "data", "shots"]);

/**
 * Copies the sources to a new folder. Mutants are written to disk there, so that worker threads and processes of a test
 * load them too. Installed packages are links; those of this repository point into the copy.
 */
export function copyRepository(root: string): { root: string; remove: () => void } {
  const copy = mkdtempSync(join(tmpdir(), "retro-mutants-"));
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => basename(path) !== "node_modules" && !excludedPaths.has(relative(root, path)),
  });
  // The copied tree may have an older runner, or none.
  cpSync(import.meta.dirname, join(copy, "bench/src/mutants"), { recursive: true });
  const workspaces = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const folder of ["", ...workspaces.map(({ name }) => name)]) {
    if (folder === "node_modules" || excludedPaths.has(folder) || !hasPackages(join(root, folder))) continue;
    linkPackages(join(root, folder, "node_modules"), join(copy, folder, "node_modules"), root);
  }
  // Temporary files of the tests are deleted together with the copy.
  mkdirSync(join(copy, "tmp"));
  const remove = () => rmSync(copy, { recursive: true, force: true });
  process.once("exit", remove);
  return { root: copy, remove };
}

function hasPackages(folder: string): boolean {
  return statSync(join(folder, "node_modules"), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function linkPackages(from: string, to: string, root: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.name.startsWith("@") && entry.isDirectory()) linkPackages(source, target, root);
    else if (isWorkspaceLink(source, root)) symlinkSync(readlinkSync(source), target);
    else if (!entry.name.startsWith(".") || entry.name === ".bin") symlinkSync(source, target);
  }
}

/** A workspace of this repository: a relative link that leads out of node_modules. */
function isWorkspaceLink(path: string, root: string): boolean {
  if (!lstatSync(path).isSymbolicLink()) return false;
  const link = readlinkSync(path);
  return (
    !isAbsolute(link) &&
    !relative(root, join(path, "..", link))
      .split(sep)
      .includes("node_modules")
  );
}
