import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { npm, root } from "../process.mjs";

/** Installs the dependencies if they are missing or differ from package-lock.json. */
export async function installMissing() {
  const missing = firstMissing();
  if (missing === undefined) return;
  console.log(`Installing dependencies (${missing}).`);
  // Not `npm ci`: it refuses a lock file without the optional builds of platforms that the author's registry
  // did not have.
  await npm(["install", "--no-save", "--include=dev", "--include=optional"]);
}

/** What differs from the lock file, in a few words; undefined if nothing does. */
function firstMissing() {
  const installedFile = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installedFile)) return "none yet";
  const wanted = packagesOf(join(root, "package-lock.json"));
  const installed = packagesOf(installedFile);
  for (const [path, entry] of Object.entries(wanted)) {
    // Workspaces are not installed, and optional packages may belong to another platform.
    if (!path.startsWith("node_modules/") || entry.optional || entry.devOptional) continue;
    if (installed[path]?.version !== entry.version || installed[path]?.link !== entry.link) {
      return `${path.slice("node_modules/".length)} ${entry.version ?? ""}`.trim();
    }
  }
  return undefined;
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}
