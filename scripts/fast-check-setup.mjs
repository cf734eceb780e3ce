import { createHash, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { beforeEach } from "vitest";
import { root } from "./process.mjs";

// A property draws the same values in every run of `npm test`; FC_SEED=random draws others.
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
