import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { aptInstall, aptUnpack, isRoot } from "./apt.mjs";
import { PlainError, root } from "../process.mjs";

/** The proxies whose example configurations are tested, with the argument that prints the version. */
const versionArguments = { nginx: "-v", caddy: "version" };

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

const tools = join(root, ".build", "tools");

/** The program that tries alert rules, installed or unpacked by an earlier run; null without one. */
export function promtool() {
  const programs = ["promtool", join(tools, "usr/bin/promtool")];
  return programs.find((program) => spawnSync(program, ["--version"]).status === 0) ?? null;
}

/** What builds and runs the image in deploy/test/containers.test.mjs, which takes minutes, and runs only if asked for. */
export const containerTools = ["debootstrap", "buildah", "slirp4netns"];

export function hasProgram(name) {
  return spawnSync("sh", ["-c", 'command -v "$1"', "sh", name]).status === 0;
}

async function findContainerTools() {
  const missing = containerTools.filter((name) => !hasProgram(name));
  if (missing.length > 0 && isRoot()) await aptInstall(missing);
}

/** Installs missing tools where `RETRO_REQUIRE_DEPLOY_TOOLS=1` asks for it; elsewhere tests are skipped. */
export async function findDeployTools() {
  if (process.env.RETRO_CONTAINERS === "1") await findContainerTools();
  if (process.env.RETRO_REQUIRE_DEPLOY_TOOLS !== "1") return;
  const missing = Object.keys(versionArguments).filter((name) => !isInstalled(name));
  if (!hasGo()) missing.push("golang-go", "golang-github-masterminds-sprig-dev", "golang-k8s-sigs-yaml-dev");
  const isComplete = missing.length === 0 && promtool() !== null;
  if (!isComplete && !isRoot())
    throw new PlainError(`Required, and only root may install them: ${["promtool", ...missing].join(", ")}.`);
  if (missing.length > 0) await aptInstall(missing);
  // Not installed: the package would start a Prometheus.
  if (promtool() === null) await aptUnpack("prometheus", tools);
}
