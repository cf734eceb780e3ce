import { readFileSync } from "node:fs";
import { join } from "node:path";
import { capture, root } from "../process.mjs";

/** Version, day and commit, like 1.1.0-20261126-0123abcd: two builds of one version have different names. */
export async function buildName() {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const day = new Date((await sourceSeconds()) * 1000).toISOString().slice(0, 10).replaceAll("-", "");
  const commit = ["describe", "--always", "--abbrev=8", "--exclude=*", "--dirty=-changed"];
  const { code, output } = await capture("git", commit);
  return [version, day, ...(code === 0 ? [output.trim()] : [])].join("-");
}

/** SOURCE_DATE_EPOCH, or the last commit's time: the same sources make the same bytes. */
export async function sourceSeconds() {
  const given = process.env.SOURCE_DATE_EPOCH ?? (await capture("git", ["log", "-1", "--format=%ct"])).output;
  return Number.parseInt(given, 10) || Math.floor(Date.now() / 1000);
}
