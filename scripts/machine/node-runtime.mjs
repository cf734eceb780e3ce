import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { npm, PlainError, root } from "../process.mjs";
import { nodeArgs } from "../server-arguments.mjs";

export { serverEnv } from "../server-arguments.mjs";

const minimumVersion = 24;

export const serverArgs = [...nodeArgs, "server/dist/main.js"];

/** A Node that the product runs on (24 or newer): the running one, or the pinned one in `.runtime/`. */
export async function findNode() {
  if (majorVersion(process.versions.node) >= minimumVersion) return process.execPath;
  const node = await installPinnedNode();
  if (node !== null) return node;
  throw new PlainError(
    `Retro needs Node ${minimumVersion} or newer; this is Node ${process.versions.node} and none could be installed for ` +
      `${process.platform} ${process.arch}. Install it from https://nodejs.org and try again.`,
  );
}

/** npm refuses a package whose SHA-512 is not the pinned one, and runs no scripts of packages. */
export async function installPinnedNode({
  folder = join(root, ".runtime"),
  pinned = readPinnedPackage(),
  install = npm,
} = {}) {
  if (pinned === undefined) return null;
  const executable = process.platform === "win32" ? "node.exe" : "node";
  const node = join(folder, "node_modules", pinned.name, "bin", executable);
  if (isInstalled(folder, pinned) && canRun(node)) return node;
  console.log(
    `Node ${process.versions.node} is running; installing Node ${pinned.version} in .runtime/ (once).`,
  );
  const dependencies = { [pinned.name]: pinned.version };
  const { version, integrity } = pinned;
  mkdirSync(folder, { recursive: true });
  writeJson(join(folder, "package.json"), { private: true, dependencies });
  writeJson(join(folder, "package-lock.json"), {
    lockfileVersion: 3,
    packages: { "": { dependencies }, [`node_modules/${pinned.name}`]: { version, integrity } },
  });
  try {
    await install(["ci", "--ignore-scripts", "--prefix", folder]);
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return null;
  }
  return isInstalled(folder, pinned) && canRun(node) ? node : null;
}

/** An environment in which `node`, and every tool that npm installed, uses the Node at `node`. */
export function nodeEnvironment(node, extra = {}) {
  const key = Object.keys(process.env).find((name) => name.toLowerCase() === "path") ?? "PATH";
  return { ...process.env, [key]: `${dirname(node)}${delimiter}${process.env[key] ?? ""}`, ...extra };
}

function readPinnedPackage() {
  const packages = JSON.parse(
    readFileSync(fileURLToPath(new URL("runtime-packages.json", import.meta.url)), "utf8"),
  );
  return packages[`${process.platform}-${process.arch}`];
}

function isInstalled(folder, { name, version, integrity }) {
  const file = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(file)) return false;
  const installed = JSON.parse(readFileSync(file, "utf8")).packages?.[`node_modules/${name}`];
  return installed?.version === version && installed.integrity === integrity;
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** With the wrong libc, or after an incomplete download, the executable does not start. */
function canRun(node) {
  try {
    return (
      majorVersion(execFileSync(node, ["-p", "process.versions.node"], { encoding: "utf8" })) >=
      minimumVersion
    );
  } catch (error) {
    console.error(`${node} does not start: ${error.message.split("\n")[0]}`);
    return false;
  }
}

function majorVersion(version) {
  return Number.parseInt(version, 10);
}
