import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { makeDatabase, makeDataFolder, runServer } from "./packed-server.mjs";
import { Visitor } from "./visitor.mjs";

const root = join(import.meta.dirname, "../..");
/** The first release is from before `npm run pack`: it is built from its commit, and runs from there. */
const first = { version: "1.0.0", commit: "c9f8d5f" };
const isHere = spawnSync("git", ["cat-file", "-e", `${first.commit}^{commit}`], { cwd: root }).status === 0;
if (!isHere)
  console.log(`The upgrade from ${first.version} is not tested: this clone lacks ${first.commit}.`);

const hasDump = spawnSync("pg_dump", ["--version"]).status === 0;
const engines = ["SQLite", ...(process.env.TEST_DATABASE_URL && hasDump ? ["PostgreSQL"] : [])];

/** The copies that docs/operating.md asks for before this upgrade: 1.0.0 cannot read today's backups. */
function copyOf({ DATA_DIR, DATABASE_URL }) {
  const copy = `${DATA_DIR}-before`;
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  if (DATABASE_URL === undefined) {
    cpSync(DATA_DIR, copy, { recursive: true });
    return () => {
      rmSync(DATA_DIR, { recursive: true });
      cpSync(copy, DATA_DIR, { recursive: true });
    };
  }
  execFileSync("pg_dump", ["--format=custom", `--file=${copy}`, DATABASE_URL]);
  return () => {
    const empty = "SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public";
    execFileSync("psql", ["--quiet", `--command=${empty}`, DATABASE_URL]);
    execFileSync("pg_restore", ["--no-owner", `--dbname=${DATABASE_URL}`, copy]);
  };
}

describe.skipIf(!isHere)(`the release ${first.version}`, () => {
  const folder = join(root, ".build/releases", first.version);

  // It stays for the next run.
  beforeAll(() => {
    if (existsSync(folder)) return;
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    const archive = execFileSync("git", ["archive", first.commit], { cwd: root, maxBuffer: 2 ** 28 });
    execFileSync("tar", ["-x", "-C", unfinished], { input: archive });
    const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
    const options = { cwd: unfinished, env: { ...process.env, PATH: path, NODE_ENV: "" }, stdio: "inherit" };
    // As its own `npm start` does.
    const prepare = `
      await (await import("./scripts/install.mjs")).installMissing();
      await (await import("./scripts/build.mjs")).buildStale(process.execPath);`;
    execFileSync(process.execPath, ["--input-type=module", "--eval", prepare], options);
    renameSync(unfinished, folder);
  }, 600_000);

  const programs = {
    first: () => [process.execPath, join(folder, "server/dist/main.js")],
    today: () => [process.execPath, join(inject("artefact").folder, "retro.mjs")],
  };

  test.each(engines)(
    "on %s: today's release takes over its data and its users; the first refuses today's database, and serves its own copy again",
    async (engine) => {
      const env = {
        NODE_ENV: "production",
        PORT: String(20_000 + (process.pid % 10_000)),
        DATA_DIR: makeDataFolder(),
        ...(engine === "PostgreSQL" && { DATABASE_URL: await makeDatabase() }),
      };
      /** Runs `work` while the program serves, and ends it as a supervisor does. */
      async function serve(program, work) {
        const server = runServer(program(), { cwd: folder, env });
        const result = await work(await server.address);
        server.child.kill("SIGTERM");
        expect(await server.exit).toBe(0);
        return result;
      }
      const ann = new Visitor(`http://localhost:${env.PORT}`);
      const add = (board, title) =>
        ann.send("POST", `/api/v1/boards/${board.id}/items`, { title, parent_id: board.column });
      const titles = async (board) => {
        const [section] = (await ann.send("GET", `/api/v1/boards/${board.id}/items`)).json();
        return section.children[0].children.map(({ title }) => title);
      };

      const board = await serve(programs.first, async () => {
        expect((await ann.enter("Ann")).status).toBe(201);
        const { id } = (await ann.send("POST", "/api/v1/boards", { title: "Kept" })).json();
        const [section] = (await ann.send("GET", `/api/v1/boards/${id}/items`)).json();
        const made = { id, column: section.children[0].id };
        expect((await add(made, "From 1.0.0")).status).toBe(201);
        return made;
      });
      const bringBack = copyOf(env);
      await serve(programs.today, async () => {
        expect(await titles(board)).toEqual(["From 1.0.0"]);
        expect((await add(board, "From today")).status).toBe(201);
      });
      await expect(serve(programs.first, () => undefined)).rejects.toThrow("is missing");
      await serve(programs.today, async () =>
        expect(await titles(board)).toEqual(["From 1.0.0", "From today"]),
      );
      bringBack();
      await serve(programs.first, async () => expect(await titles(board)).toEqual(["From 1.0.0"]));
    },
  );
});
