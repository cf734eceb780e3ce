import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readCommit } from "./build-name.mjs";

const [one, other] = ["0123abcd", "4567cdef"].map((start) => start.padEnd(40, "0"));

test.each([
  ["a branch", { HEAD: "ref: refs/heads/main\n", "refs/heads/main": `${one}\n` }, one],
  [
    "a branch that git has packed",
    {
      HEAD: "ref: refs/heads/main\n",
      "packed-refs": `# pack-refs\n${other} refs/heads/not-main\n${one} refs/heads/main\n`,
    },
    one,
  ],
  ["a commit without a branch", { HEAD: `${one}\n` }, one],
  ["no git", {}, ""],
])("the commit is read without git: %s", (_name, files, commit) => {
  const folder = mkdtempSync(join(tmpdir(), "retro-git-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  expect(readCommit(folder).slice(0, 40)).toBe(commit);
});
