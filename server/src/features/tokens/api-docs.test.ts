import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, afterAll, expect, test } from "vitest";
import type { Board, TreeItem } from "@retro/contract/entities";
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
let document: string;
beforeAll(async () => {
  const app = await buildTestApp();
  const address = await app.listen();
  const ann = await app.visitor();
  const key = await makeSpace(ann);
  const board: Board = await makeSpaceBoard(ann, key);
  const [section] = (await ann.get(`/api/v1/boards/${board.id}/items`)).json<{ data: TreeItem[] }>().data;
  const { token } = await spaceToken(app, ann, key);
  document = (await ann.get("/api/docs/json")).body;
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

test("a client generated from the API's description compiles, and works", async () => {
  const generator = join(root, "server/node_modules/openapi-typescript/bin/cli.js");
  const file = (name: string, text: string) => writeFileSync(join(folder, name), text);
  file("openapi.json", document);
  file("package.json", '{"type":"module"}');
  file("script.ts", /```ts\n([\s\S]*?)```/u.exec(page)?.[1] ?? "");
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: "nodenext",
    target: "es2024",
    types: ["node"],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  };
  file("tsconfig.json", JSON.stringify({ compilerOptions, files: ["script.ts"] }));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  await run(process.execPath, [generator, "openapi.json", "-o", "retro.d.ts"], { cwd: folder, env });
  const compiler = join(root, "node_modules/.bin/tsc");
  const compiled = await run(compiler, ["-p", "tsconfig.json"], { cwd: folder, env }).catch(
    (error: unknown) => error as { stdout: string },
  );
  expect(compiled.stdout).toBe("");
  const { stdout } = await run(process.execPath, ["script.ts"], { cwd: folder, env });
  expect(stdout).toMatch(/^Script made "Made by a typed client" with [1-9]\d* sections\n$/u);
});
