import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { npm, PlainError, root } from "./process.mjs";

const needed = 24;
const folder = join(root, ".runtime");

/**
 * How the built server is run. A small nursery: V8 would let it grow to 48 MB, of which a server that mostly waits keeps
 * a good part for ever (measured with 1,000 idle connections: 260 MB without, 150 MB with it, at the same speed).
 */
export const serverArgs = ["--enable-source-maps", "--max-semi-space-size=4", "server/dist/main.js"];

/**
 * Finds a Node that the product runs on (24 or newer): the running one, else one brought from the npm registry
 * into `.runtime/`. Gives the path of its executable.
 * Throws a `PlainError` of one line when neither is possible.
 */
export async function findNode() {
  if (major(process.versions.node) >= needed) return process.execPath;
  const brought = broughtNode();
  if (existsSync(brought) && works(brought)) return brought;
  console.log(`Node ${process.versions.node} is running; bringing Node ${needed} into .runtime/ (once).`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  try {
    // The package of one platform holds the executable itself, so no install script has to be trusted.
    await npm(["install", "--prefix", folder, `${platformPackage()}@${needed}`]);
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
  }
  if (existsSync(brought) && works(brought)) return brought;
  throw new PlainError(
    `Retro needs Node ${needed} or newer; this is Node ${process.versions.node} and none could be brought for ` +
      `${process.platform} ${process.arch}. Install it from https://nodejs.org and try again.`,
  );
}

/** The environment in which `node`, and every tool that npm installed, means the Node at `node`. */
export function environment(node, extra = {}) {
  const key = Object.keys(process.env).find((name) => name.toLowerCase() === "path") ?? "PATH";
  return { ...process.env, [key]: `${dirname(node)}${delimiter}${process.env[key] ?? ""}`, ...extra };
}

function platformPackage() {
  const system = process.platform === "win32" ? "win" : process.platform;
  // The registry carries Apple's own processors under another name.
  const prefix = system === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${system}-${process.arch}`;
}

function broughtNode() {
  return join(
    folder,
    "node_modules",
    platformPackage(),
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
}

/** Whether the executable starts here (the wrong libc or a torn download does not) and is new enough. */
function works(node) {
  try {
    return major(execFileSync(node, ["-p", "process.versions.node"], { encoding: "utf8" })) >= needed;
  } catch (error) {
    console.error(`${node} does not start: ${error.message.split("\n")[0]}`);
    return false;
  }
}

function major(version) {
  return Number.parseInt(version, 10);
}
