import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { capture, root } from "../process.mjs";

/** Version, day and commit, like 1.1.0-20261126-0123abcd: two builds of one version have different names. */
export async function buildName() {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const day = new Date((await sourceSeconds()) * 1000).toISOString().slice(0, 10).replaceAll("-", "");
  return [version, day, await commitName()].filter((part) => part !== "").join("-");
}

async function commitName() {
  const commit = ["describe", "--always", "--abbrev=8", "--exclude=*", "--dirty=-changed"];
  const { code, output } = await capture("git", commit);
  return code === 0 ? output.trim() : readCommit(join(root, ".git")).slice(0, 8);
}

/** In the build of an image there is no git, and of its folder only the files that name the commit. */
export function readCommit(folder) {
  const read = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "");
  const head = read("HEAD").trim();
  const [, branch] = /^ref: (.+)$/.exec(head) ?? [];
  if (branch === undefined) return head;
  const packed = read("packed-refs").split("\n");
  return read(branch).trim() || (packed.find((line) => line.endsWith(` ${branch}`)) ?? "");
}

/** SOURCE_DATE_EPOCH, or the last commit's time: the same sources make the same bytes. */
export async function sourceSeconds() {
  const given = process.env.SOURCE_DATE_EPOCH ?? (await capture("git", ["log", "-1", "--format=%ct"])).output;
  return Number.parseInt(given, 10) || Math.floor(Date.now() / 1000);
}
