import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { aptInstall, isRoot } from "./apt.mjs";
import { PlainError } from "../process.mjs";

/** The proxies whose example configurations are tested, with the argument that prints the version. */
const versionArguments = { nginx: "-v", haproxy: "-v", caddy: "version" };

/** Debian's sources of the Go packages that render the Helm chart. */
export const goPackages = "/usr/share/gocode";

export function isInstalled(name) {
  return spawnSync(name, [versionArguments[name]]).status === 0;
}

export function hasGo() {
  return (
    spawnSync("go", ["version"]).status === 0 && existsSync(`${goPackages}/src/github.com/Masterminds/sprig`)
  );
}

/** Installs missing tools where `RETRO_REQUIRE_DEPLOY_TOOLS=1` asks for it; elsewhere tests are skipped. */
export async function findDeployTools() {
  if (process.env.RETRO_REQUIRE_DEPLOY_TOOLS !== "1") return;
  const missing = Object.keys(versionArguments).filter((name) => !isInstalled(name));
  if (!hasGo()) missing.push("golang-go", "golang-github-masterminds-sprig-dev", "golang-k8s-sigs-yaml-dev");
  if (missing.length === 0) return;
  if (!isRoot()) throw new PlainError(`Required, and only root may install them: ${missing.join(", ")}.`);
  await aptInstall(missing);
}
