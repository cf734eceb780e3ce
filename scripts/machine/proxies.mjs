import { spawnSync } from "node:child_process";
import { aptInstall, isRoot } from "./apt.mjs";
import { PlainError } from "../process.mjs";

/** The proxies whose example configurations are tested, with the argument that prints the version. */
const versionArguments = { nginx: "-v", haproxy: "-v", caddy: "version" };

export function isInstalled(name) {
  return spawnSync(name, [versionArguments[name]]).status === 0;
}

/** Installs missing proxies where `RETRO_REQUIRE_PROXIES=1` asks for it; elsewhere tests are skipped. */
export async function findProxies() {
  if (process.env.RETRO_REQUIRE_PROXIES !== "1") return;
  const missing = Object.keys(versionArguments).filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  if (!isRoot()) throw new PlainError(`Required, and only root may install them: ${missing.join(", ")}.`);
  await aptInstall(missing);
}
