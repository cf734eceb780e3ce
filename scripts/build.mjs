import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { capture, PlainError, root, toolPath } from "./process.mjs";
import { nodeEnvironment } from "./machine/node-runtime.mjs";
import { buildName } from "./pack/build-name.mjs";

const shared = ["contract", "rules", "package-lock.json", "tsconfig.base.json", "scripts/build.mjs"];

const targets = [
  {
    name: "server",
    tool: "rolldown",
    args: ["--config", "server/rolldown.config.mjs"],
    dist: "server/dist",
    proof: "server/dist/main.js",
    sources: ["server", ...shared],
  },
  {
    name: "web",
    tool: "vite",
    args: ["build", "web"],
    dist: "web/dist",
    proof: "web/dist/index.html",
    sources: ["web", ...shared],
  },
];

export async function buildStale(node, { only } = {}) {
  for (const target of targets.filter(({ name }) => only === undefined || name === only)) {
    const stamp = join(root, "node_modules", ".cache", "retro", `${target.name}.stamp`);
    const print = fingerprint(target.sources);
    if (existsSync(join(root, target.proof)) && existsSync(stamp) && readFileSync(stamp, "utf8") === print)
      continue;
    console.log(`Building the ${target.name}.`);
    rmSync(stamp, { force: true });
    const env = nodeEnvironment(node, { NODE_ENV: "production" });
    const { code, output } = await capture(node, [toolPath(target.tool), ...target.args], { env });
    if (code !== 0) throw new PlainError(`${output.trimEnd()}\nThe ${target.name} could not be built.`);
    mkdirSync(join(stamp, ".."), { recursive: true });
    writeFileSync(stamp, print);
  }
  await writeBuildName();
}

/** A commit that changes no source of the server needs no build, but has a name of its own. */
async function writeBuildName() {
  const file = join(root, "server/dist/build.txt");
  const name = await buildName();
  if (existsSync(join(file, "..")) && (!existsSync(file) || readFileSync(file, "utf8") !== name))
    writeFileSync(file, name);
}

function fingerprint(paths) {
  const hash = createHash("sha256");
  const add = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (!stat.isDirectory()) {
      hash.update(`${relative(root, path)}\0${stat.size}\0${stat.mtimeMs}\n`);
      return;
    }
    for (const entry of readdirSync(path).toSorted()) {
      if (entry === "node_modules" || entry === "dist" || entry === "data" || /\.test\.tsx?$/.test(entry))
        continue;
      add(join(path, entry));
    }
  };
  for (const path of paths) add(join(root, path));
  return hash.digest("hex");
}
