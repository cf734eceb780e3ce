import { createHash, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { beforeEach } from "vitest";
import { root } from "./process.mjs";

// Each test file loads this first. A property draws the same values in every run of `npm test`, so that only
// a change of the code changes the result. FC_SEED=random draws others, as `npm run bench -- fuzz` does;
// FC_SEED=<number> draws the values of that seed. A property that fails says how to run it again with the
// same values, and the next run of its test begins with them, until it passes.
const kept = join(root, ".build", "fast-check-seeds");

beforeEach(({ task, onTestFailed, onTestFinished }) => {
  const file = relative(root, task.file.filepath);
  const name = task.fullTestName ?? task.name;
  const note = join(kept, createHash("sha256").update(`${file}\0${name}`).digest("hex"));
  const chosen = process.env.FC_SEED;
  const drawn = chosen === "random" ? randomInt(1, 2 ** 31) : seedOf(`${file}\0${name}`);
  const seed = Number((chosen !== "random" && chosen) || keptSeed(note) || drawn);
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

function seedOf(test) {
  return createHash("sha256").update(test).digest().readUInt32BE() >>> 1;
}

function keptSeed(note) {
  return existsSync(note) ? readFileSync(note, "utf8") : undefined;
}
