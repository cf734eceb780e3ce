import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { npm, root } from "./process.mjs";

/** Installs the dependencies when they are missing or not the ones package-lock.json names; otherwise costs a few milliseconds. */
export async function installMissing() {
  const missing = firstMissing();
  if (missing === undefined) return;
  console.log(`Installing dependencies (${missing}).`);
  // Not `npm ci`: it refuses a lock file that lacks the optional builds of platforms its author's registry did not carry.
  await npm(["install", "--no-save", "--include=dev", "--include=optional"]);
}

/** Says in a few words what is not installed as locked, or undefined when all is. */
function firstMissing() {
  const installedFile = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installedFile)) return "none yet";
  const wanted = packagesOf(join(root, "package-lock.json"));
  const installed = packagesOf(installedFile);
  for (const [path, entry] of Object.entries(wanted)) {
    // Workspaces themselves are not installed, and what is optional may belong to another platform.
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
