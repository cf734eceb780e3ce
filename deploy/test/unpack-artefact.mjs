import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pack } from "../../scripts/pack.mjs";
import { here, platforms } from "../../scripts/pack/packages.mjs";
import { PlainError } from "../../scripts/process.mjs";

let folder = "";

/**
 * Packs the built product, and unpacks it once for all tests into a folder that nobody can write to, with a
 * copy of Node beside it.
 */
export async function setup(project) {
  folder = mkdtempSync(join(tmpdir(), "retro-packed-"));
  // Another user runs the product, and must reach it.
  chmodSync(folder, 0o755);
  const { archive, on } = await packForTests();
  execFileSync("tar", [
    "--extract",
    "--gzip",
    "--file",
    archive,
    "--directory",
    folder,
    "--strip-components=1",
  ]);
  execFileSync("chmod", ["-R", "a-w", folder]);
  chmodSync(folder, 0o755);
  copyFileSync(process.execPath, join(folder, "node"));
  project.provide("artefact", { folder, archive, platforms: on.map(({ name }) => name) });
}

/** Packs for all platforms and this machine; without a registry, for this machine only. */
async function packForTests() {
  const all = [...platforms.filter(({ name }) => name !== here.name), here];
  try {
    return { archive: await pack(process.execPath, all), on: all };
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    console.log(`The artefact is tested for ${here.name} only. ${error.message}`);
    return { archive: await pack(process.execPath, [here]), on: [here] };
  }
}

export function teardown() {
  execFileSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
}
