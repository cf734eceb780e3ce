import { createHash, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { beforeEach } from "vitest";
import { root } from "./process.mjs";

// Each test file loads this first. A property that fails says how to run it again with the same values, and the next run of
// its test begins with them, until it passes. FC_SEED sets the seed of every property.
const kept = join(root, ".build", "fast-check-seeds");

beforeEach(({ task, onTestFailed, onTestFinished }) => {
  const file = relative(root, task.file.filepath);
  const name = task.fullTestName ?? task.name;
  const note = join(kept, createHash("sha256").update(`${file}\0${name}`).digest("hex"));
  const seed = Number(process.env.FC_SEED || keptSeed(note) || randomInt(1, 2 ** 31));
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
  onTestFinished(({ task: { result } }) => {
    if (result?.state === "pass") rmSync(note, { force: true });
  });
  onTestFailed(({ task: { result } }) => {
    if (!result?.errors?.some(({ message }) => message.includes("Property failed"))) return;
    mkdirSync(kept, { recursive: true });
    writeFileSync(note, String(seed));
    console.error(
      `To run it again: FC_SEED=${seed} npm test -- unit ${file} -t ${JSON.stringify(task.name)}`,
    );
  });
});

function keptSeed(note) {
  return existsSync(note) ? readFileSync(note, "utf8") : undefined;
}
