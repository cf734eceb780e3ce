import { spawnSync } from "node:child_process";
import { aptInstall, isRoot } from "./apt.mjs";
import { PlainError } from "../process.mjs";

/**
 * The proxies whose example configurations are tested, with the argument that prints the version. Debian's
 * packages have the same names.
 */
const versionArguments = { nginx: "-v", haproxy: "-v", caddy: "version" };

/** Whether the proxy's program is installed. */
export function isInstalled(name) {
  return spawnSync(name, [versionArguments[name]]).status === 0;
}

/**
 * Where `RETRO_REQUIRE_PROXIES=1` asks for it, installs the proxies that are missing. Elsewhere their tests
 * are skipped, and say so. Throws a `PlainError` when a required one cannot be installed.
 */
export async function findProxies() {
  if (process.env.RETRO_REQUIRE_PROXIES !== "1") return;
  const missing = Object.keys(versionArguments).filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  if (!isRoot()) throw new PlainError(`Required, and only root may install them: ${missing.join(", ")}.`);
  await aptInstall(missing);
}
