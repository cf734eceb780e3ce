import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, afterAll, expect, test } from "vitest";
import type { Board } from "@retro/contract/boards";
import type { TreeItem } from "@retro/contract/items";
import { buildTestApp } from "../../testing/app.ts";
import { makeSpace, makeSpaceBoard } from "../../testing/spaces.ts";
import { spaceToken } from "../../testing/tokens.ts";

/** Runs what docs/api.md shows, letter for letter, against a server. */
const root = join(import.meta.dirname, "../../../..");
const page = readFileSync(join(root, "docs/api.md"), "utf8");
const run = promisify(execFile);
const recipes = page
  .split(/^### (?=\d+\. )/mu)
  .slice(1)
  .map((part) => ({
    title: part.split("\n", 1)[0] ?? "",
    code: /```sh\n([\s\S]*?)```/u.exec(part)?.[1] ?? "",
  }));

/** What an answer must have in it, by the number of the recipe. */
const answers: readonly RegExp[] = [
  /"name":"Script"/,
  /"title":"Sprint 12"/,
  /"title":"Retro"/,
  /"kind":"section"/,
  /"title":"The build took an hour"/,
  /"kind":"sticker"/,
  /"owner_name":"Ann","due_on":"2026-12-01"/,
  /"text":"Cache the packages"/,
  /"status":"done"/,
  /^$/,
];

let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  const app = await buildTestApp();
  const address = await app.listen();
  const ann = await app.visitor();
  const key = await makeSpace(ann);
  const board: Board = await makeSpaceBoard(ann, key);
  const [section] = (await ann.get(`/api/v1/boards/${board.id}/items`)).json<{ data: TreeItem[] }>().data;
  const { token } = await spaceToken(app, ann, key);
  folder = mkdtempSync(join(tmpdir(), "retro-api-"));
  env = {
    PATH: process.env["PATH"] ?? "",
    RETRO: address,
    TOKEN: token,
    BOARD: board.id,
    COLUMN: section?.children[0]?.id ?? "",
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

test("[U2] the ten recipes of docs/api.md work as they stand there", async () => {
  expect(recipes).toHaveLength(answers.length);
  for (const [i, { title, code }] of recipes.entries()) {
    const { stdout } = await run("sh", ["-e", "-c", code], { cwd: folder, env });
    expect([title, stdout]).toEqual([title, expect.stringMatching(answers[i]!)]);
  }
  expect(readFileSync(join(folder, "results.md"), "utf8")).toContain("Cache the packages");
});

test("the typed client of docs/api.md works as it stands there", async () => {
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "script.ts"), /```ts\n([\s\S]*?)```/u.exec(page)?.[1] ?? "");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const { stdout } = await run(process.execPath, ["script.ts"], { cwd: folder, env });
  expect(stdout).toMatch(/^Script made "Made by a typed client" with [1-9]\d* sections\n$/u);
});
