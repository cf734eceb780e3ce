import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import {
  countDifferences,
  dataProcess,
  dataTool,
  environmentOf,
} from "../../testing/databases/data-tools.ts";
import { dataFolder, startProcess } from "../../testing/process.ts";
import { engines, type TestEngine } from "../../testing/databases/test-engines.ts";
import { checkReads } from "../../testing/upgrade/expectation.ts";
import { recordOnly, restoreFixture, restoreUpdated } from "../../testing/upgrade/fixtures.ts";
import { type DatabaseLocation, openDatabaseAt } from "../engines/open.ts";
import { readState } from "../server-state.ts";
import { backupFinishedKey } from "./tables.ts";

const hook = new URL("../../testing/databases/kill-at-statement.mjs", import.meta.url).href;

async function placeOn(engine: TestEngine): Promise<DatabaseLocation> {
  const { where, drop } = await engine.place();
  onTestFinished(drop);
  return where;
}

/** Saves the data of a fixture. @returns the backup's path */
async function backUp(
  place: DatabaseLocation,
  { dataDir = dataFolder(), run = dataTool }: { dataDir?: string; run?: typeof dataProcess } = {},
): Promise<string> {
  const file = join(dataFolder(), "saved.jsonl.gz");
  const done = await run(environmentOf(place, dataDir), ["backup", file]);
  expect(done).toMatchObject({ code: 0, text: expect.stringContaining(file) });
  return file;
}

async function savedFixture(): Promise<{ place: DatabaseLocation; file: string }> {
  const place = await placeOn(engines[0] as TestEngine);
  await restoreUpdated(place);
  if ("folder" in place) writeFileSync(join(place.folder, "app-secret"), "a secret of the tests\n");
  return { place, file: await backUp(place) };
}

/** The fixture's data, with other titles of boards. */
async function restoreFormer(place: DatabaseLocation): Promise<void> {
  await restoreUpdated(place);
  const database = await openDatabaseAt(place);
  await database.db.updateTable("boards").set({ title: "Former" }).execute();
  await database.close();
}

/** Runs the tool as a shell does, which may redirect it. */
function inShell(place: DatabaseLocation) {
  const cli = fileURLToPath(new URL("../../cli/data-cli.ts", import.meta.url));
  return (words: string, env = {}) =>
    spawnSync("sh", ["-c", `"$0" "$1" ${words}`, process.execPath, cli], {
      env: { ...environmentOf(place, ""), PATH: process.env["PATH"], ...env },
      encoding: "utf8",
    });
}

test.each(engines)(
  "a backup of $name goes through standard output and standard input, and servers know its time",
  async (engine) => {
    const [source, target] = [await placeOn(engine), await placeOn(engine)];
    await restoreUpdated(source);
    const cli = fileURLToPath(new URL("../../cli/data-cli.ts", import.meta.url));
    const dataDir = dataFolder();
    // A folder for temporary files may be in memory: nothing may need it.
    const envOf = (place: DatabaseLocation) => ({
      PATH: process.env["PATH"],
      TMPDIR: join(dataDir, "missing"),
      ...environmentOf(place, dataDir),
    });
    const run = (place: DatabaseLocation, script: string) =>
      spawnSync("sh", ["-c", script, process.execPath, cli], { env: envOf(place), encoding: "utf8" });
    const file = join(dataFolder(), "saved.jsonl.gz");
    const database = await openDatabaseAt(source);
    const finishedAt = () => readState(database.db, backupFinishedKey);
    expect(await finishedAt()).toBeNull();
    const saved = run(source, `"$0" "$1" backup - > ${file}`);
    expect(saved).toMatchObject({ status: 0, stdout: "", stderr: expect.stringContaining(" rows, ") });
    expect(Date.now() - Number(await finishedAt())).toBeLessThan(3_600_000);
    await database.close();
    const restored = run(target, `cat ${file} | "$0" "$1" restore -`);
    expect(restored).toMatchObject({ status: 0, stdout: expect.stringContaining("The backup is restored.") });
    expect(restored.stdout).toMatch(/^Standard input: /);
    expect(await countDifferences(source, target)).toBe(0);
    const cutOff = run(target, `head -c 999 ${file} | "$0" "$1" restore - --replace`);
    expect(cutOff).toMatchObject({ status: 1, stderr: expect.stringContaining("Standard input is damaged") });
    expect(await countDifferences(source, target)).toBe(0);
    const killed = spawn(process.execPath, [cli, "restore", "-"], { env: envOf(target) });
    const closed = once(killed, "close");
    const held = () =>
      readdirSync(`/proc/${killed.pid}/fd`).map((fd) => {
        try {
          return readlinkSync(`/proc/${killed.pid}/fd/${fd}`);
        } catch {
          return "";
        }
      });
    await expect.poll(held).toContainEqual(expect.stringContaining("/received-"));
    killed.kill("SIGKILL");
    await closed;
    const folder = "folder" in target ? target.folder : dataDir;
    expect(readdirSync(folder).filter((name) => name.startsWith("received-"))).toEqual([]);
  },
);

const pairs = engines.flatMap((from) => engines.map((to) => ({ from, to })));

test.each(pairs)(
  "a backup of $from.name restored on $to.name gives everybody what they had",
  async ({ from, to }) => {
    const [source, target] = [await placeOn(from), await placeOn(to)];
    const expected = await restoreFixture(source);
    const file = await backUp(source);
    const done = await dataTool(environmentOf(target, dataFolder()), ["restore", file]);
    expect(done).toMatchObject({ code: 0, text: expect.stringContaining("The backup is restored.") });
    const database = await openDatabaseAt(target);
    const app = await buildTestApp({ database, frozenAt: expected.madeAt });
    await checkReads(app, expected, { sameEngine: from === to && !("databaseUrl" in target) });
    await app.close();
    await database.close();
  },
);

describe.each(engines)("a backup of $name", (engine) => {
  test("is consistent while people work, and disturbs nobody", async () => {
    const place = await placeOn(engine);
    const database = await openDatabaseAt(place);
    const app = await buildTestApp({ database, frozenAt: Date.UTC(2026, 0, 15, 12) });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    const state = { isSaving: true, added: 0 };
    const work = async () => {
      while (state.isSaving || state.added < 20) {
        await addSticker(ann, board, `Sticker ${state.added}`);
        state.added += 1;
        // The limits allow a few stickers a second.
        app.time.now += 1000;
      }
    };
    const [, files] = await Promise.all([
      work(),
      (async () => {
        const run = dataProcess;
        const saved = [await backUp(place, { run }), await backUp(place, { run })];
        state.isSaving = false;
        return saved;
      })(),
    ]);
    await app.close();
    await database.close();
    for (const file of files) {
      const { boards, items } = contentsOf(file);
      const [versionColumn, countColumn] = ["version", "sticker_count"].map((name) =>
        boards.columns.indexOf(name),
      );
      const kind = items.columns.indexOf("kind");
      const stickers = items.rows.filter((row) => row[kind] === "sticker").length;
      const [row] = boards.rows;
      expect([row?.[countColumn ?? 0], Number(row?.[versionColumn ?? 0])]).toEqual([stickers, stickers + 1]);
    }
  });

  test("does not replace data unless asked, and then keeps what SQLite had", async () => {
    const { file, place } = await savedFixture();
    const target = await placeOn(engine);
    await restoreFormer(target);
    const env = environmentOf(target, dataFolder());
    const before = await backUp(target);
    const refused = await dataTool(env, ["restore", file]);
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining("add --replace") });
    expect(rowsOf(await backUp(target))).toEqual(rowsOf(before));
    expect((await dataTool(env, ["restore", file, "--replace"])).code).toBe(0);
    expect(await countDifferences(place, target)).toBe(0);
    const kept = "folder" in target ? { folder: asideOf(target.folder) } : null;
    expect(kept === null || rowsOf(await backUp(kept)) === rowsOf(before)).toBe(true);
  });

  test("a restore that is killed at any statement leaves what was there", async () => {
    const { file, place } = await savedFixture();
    const target = await placeOn(engine);
    await restoreFormer(target);
    const before = rowsOf(await backUp(target));
    let killed = 0;
    for (let at = 3; ; at *= 3) {
      const env = { ...environmentOf(target, dataFolder()), KILL_AT: String(at) };
      const { code } = await dataProcess(env, ["restore", file, "--replace"], ["--import", hook]);
      if (code === 0) break;
      killed += 1;
      expect(rowsOf(await backUp(target))).toEqual(before);
    }
    expect(killed).toBeGreaterThan(3);
    expect(await countDifferences(place, target)).toBe(0);
  });
});

test("a restore that is killed while its files move is finished by the next start", async () => {
  const { file, place } = await savedFixture();
  const [staged, folder] = [dataFolder(), dataFolder()];
  expect((await dataTool({ DATA_DIR: staged }, ["restore", file])).code).toBe(0);
  await restoreFormer({ folder });
  // The state after the commit of a restore, when the former database is already moved away.
  mkdirSync(join(folder, "restore.ready"));
  writeFileSync(join(folder, "restore.ready/aside"), "before-restore-x");
  for (const name of ["retro.db", "app-secret"])
    renameSync(join(staged, name), join(folder, "restore.ready", name));
  const tool = await dataTool({ DATA_DIR: folder }, ["backup", join(dataFolder(), "x.gz")]);
  expect(tool).toMatchObject({ code: 1, text: expect.stringContaining("A restore of") });
  const server = startProcess({ DATA_DIR: folder });
  await server.address;
  expect(server.text()).toContain("a restore was interrupted; it is finished now");
  server.child.kill("SIGTERM");
  await server.exit;
  expect(existsSync(join(folder, "restore.ready"))).toBe(false);
  expect(existsSync(join(folder, "before-restore-x/retro.db"))).toBe(true);
  const saved = contentsOf(await backUp({ folder }));
  expect(saved["boards"]?.rows).toEqual(contentsOf(await backUp(place))["boards"]?.rows);
});

describe("a backup", () => {
  test("contains the secret and the operator's files, and only its owner can read it", async () => {
    const folder = dataFolder();
    await restoreUpdated({ folder });
    mkdirSync(join(folder, "legal/en"), { recursive: true });
    writeFileSync(join(folder, "legal/en/terms.md"), "# Terms\u2028");
    writeFileSync(join(folder, "legal/logo.png"), Buffer.alloc(200_000, 7));
    writeFileSync(join(folder, "legal/empty"), "");
    writeFileSync(join(folder, "app-secret"), "a secret of the tests\n");
    const file = await backUp({ folder }, { dataDir: folder, run: dataProcess });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const restored = dataFolder();
    expect((await dataTool({ DATA_DIR: restored }, ["restore", file])).code).toBe(0);
    for (const name of ["app-secret", "legal/en/terms.md", "legal/logo.png", "legal/empty"])
      expect(readFileSync(join(restored, name)).equals(readFileSync(join(folder, name)))).toBe(true);
    expect(readdirSync(restored).toSorted()).toEqual(["app-secret", "legal", "retro.db", "server.lock"]);
    const withSecret = await dataTool({ DATA_DIR: folder, APP_SECRET: "a secret given by hand" }, [
      "backup",
      join(restored, "second.gz"),
    ]);
    expect(withSecret.code).toBe(0);
    expect(gunzipSync(readFileSync(join(restored, "second.gz"))).toString()).toContain(
      "a secret given by hand",
    );
  });

  test("that is cut off, changed or from elsewhere is refused before anything is written", async () => {
    const { file } = await savedFixture();
    const whole = readFileSync(file);
    const text = gunzipSync(whole).toString();
    const lines = text.trimEnd().split("\n");
    const damaged: [string, Buffer, RegExp][] = [
      ["cut off", whole.subarray(0, whole.length / 2), /damaged or incomplete/],
      ["without its end", gzipSync(`${lines.slice(0, -1).join("\n")}\n`), /damaged or incomplete/],
      [
        "with a changed text",
        gzipSync(text.replace("Quiet, renamed", "Quiet, changed")),
        /damaged or incomplete/,
      ],
      ["of no backup", gzipSync('{"a":1}\n'), /is no backup of Retro/],
      ["not packed", Buffer.from("hello"), /damaged or incomplete/],
      ["of a newer format", gzipSync(text.replace('"version":1', '"version":2')), /newer version of Retro/],
      ["that leads out of the folder", gzipSync(text.replace("\n", '\n{"file":"../../x"}\n')), /damaged/],
    ];
    const folder = dataFolder();
    for (const [what, bytes, message] of damaged) {
      const bad = join(dataFolder(), "bad.gz");
      writeFileSync(bad, bytes);
      const { code, text: said } = await dataTool({ DATA_DIR: folder }, ["restore", bad]);
      expect([what, code, said]).toEqual([what, 1, expect.stringMatching(message)]);
      expect([what, existsSync(join(folder, "retro.db"))]).toEqual([what, false]);
    }
    const checked = await dataTool({ DATA_DIR: folder }, ["restore", file, "--check"]);
    expect(checked).toMatchObject({ code: 0, text: expect.stringContaining("The file is complete.") });
    expect(existsSync(join(folder, "retro.db"))).toBe(false);
  });

  test("of a newer release is refused, and an existing file is not overwritten", async () => {
    const { place, file } = await savedFixture();
    const database = await openDatabaseAt(place);
    await database.db
      .insertInto("kysely_migration" as never)
      .values({ name: "9999-later", timestamp: "" })
      .execute();
    await database.close();
    const newer = join(dataFolder(), "newer.gz");
    const env = environmentOf(place, "");
    expect((await dataTool(env, ["backup", newer])).code).toBe(0);
    const refused = await dataTool({ DATA_DIR: dataFolder() }, ["restore", newer]);
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining("newer version of Retro") });
    const again = await dataTool(env, ["backup", file]);
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining("exists already") });
  });

  test("from a version before 1.1.0 is refused with the commit that brings its data up to date", async () => {
    const { place } = await savedFixture();
    const database = await openDatabaseAt(place);
    await recordOnly(database, "0034-search-of-links");
    await database.close();
    const older = join(dataFolder(), "older.gz");
    expect((await dataTool(environmentOf(place, ""), ["backup", older])).code).toBe(0);
    const folder = dataFolder();
    expect(await dataTool({ DATA_DIR: folder }, ["restore", older])).toMatchObject({
      code: 1,
      text: expect.stringContaining("Start commit 74424029 of Retro with it once"),
    });
    expect(existsSync(join(folder, "retro.db"))).toBe(false);
  });

  test("is not restored below a folder that is missing, and says where it goes otherwise", async () => {
    const { file } = await savedFixture();
    const missing = join(dataFolder(), "mount");
    const { code, text } = await dataTool({ DATA_DIR: join(missing, "data") }, ["restore", file]);
    expect([code, text]).toEqual([1, expect.stringContaining(`There is no folder ${missing},`)]);
    expect(existsSync(missing)).toBe(false);
    const restored = await dataTool({ DATA_DIR: missing }, ["restore", file]);
    expect(restored).toMatchObject({
      code: 0,
      text: expect.stringContaining(`Database: ${join(missing, "retro.db")}\n`),
    });
  });

  test.skipIf(!existsSync("/dev/full"))("that finds its disk full says so in one line", async () => {
    const { place } = await savedFixture();
    const run = inShell(place);
    expect(run("backup - >/dev/full")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Standard output cannot be written: ENOSPC[^\n]*\n$/),
    });
    const file = join(dataFolder(), "saved.gz");
    symlinkSync("/dev/full", `${file}.partial`);
    expect(run(`backup ${file}`)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^The backup is not complete, and no file was made: ENOSPC[^\n]*\n$/),
    });
  });

  test("with --keep deletes all but the folder's newest backups, by their names, and no other file", async () => {
    const { place } = await savedFixture();
    const folder = dataFolder();
    const named = (day: string) => `retro-${day}T030000Z.jsonl.gz`;
    const backups = ["2026-09-30", "2025-12-31", "2026-10-09", "2026-10-10"].map(named);
    const others = ["retro-notes.jsonl.gz", `${named("2025-01-01")}.sha256`, "saved.jsonl.gz"];
    for (const name of [...backups, ...others]) writeFileSync(join(folder, name), "");
    const keep = (...args: string[]) => dataTool(environmentOf(place, ""), ["backup", ...args]);
    const { code, text } = await keep(folder, "--keep", "3");
    expect([code, text]).toEqual([0, expect.stringContaining("2 deleted")]);
    const left = readdirSync(folder);
    expect(left).toHaveLength(6);
    expect(left).toEqual(expect.arrayContaining([named("2026-10-09"), named("2026-10-10"), ...others]));
    for (const wrong of [
      [folder, "--keep", "0"],
      [folder, "--keep", "a month"],
      [join(folder, "one.gz"), "--keep", "30"],
    ])
      expect(await keep(...wrong)).toMatchObject({ code: 1 });
    expect(readdirSync(folder).toSorted()).toEqual(left.toSorted());
  });

  test.each([[["--keep-days", "30"]], [["--keep-days=30"]]])(
    "with %j is refused by one line that names --keep, and makes no file",
    async (former) => {
      const { place } = await savedFixture();
      const folder = dataFolder();
      const { code, text } = await dataTool(environmentOf(place, ""), ["backup", folder, ...former]);
      expect([code, text.trim()]).toEqual([1, expect.stringMatching(/^.*--keep 30 .*$/)]);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test("cannot be restored while a server runs", async () => {
    const { file } = await savedFixture();
    const folder = dataFolder();
    const server = startProcess({ DATA_DIR: folder });
    const address = await server.address;
    const { code, text } = await dataTool({ DATA_DIR: folder }, ["restore", file, "--replace"]);
    expect([code, text]).toEqual([1, expect.stringContaining("in use by another Retro server")]);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  });
});

test("restore --delete-former deletes the databases that restores have replaced, and nothing else", async () => {
  const { file } = await savedFixture();
  const folder = dataFolder();
  await restoreUpdated({ folder });
  const restored = await dataTool({ DATA_DIR: folder }, ["restore", file, "--replace"]);
  expect(restored.text).toContain("restore -- --delete-former");
  const aside = asideOf(folder);
  const server = startProcess({ DATA_DIR: folder });
  await server.address;
  const before = readdirSync(folder).filter((name) => join(folder, name) !== aside);
  const deleted = await dataTool({ DATA_DIR: folder }, ["restore", "--delete-former"]);
  expect([deleted.code, deleted.text]).toEqual([0, expect.stringContaining(`${aside} is deleted.`)]);
  expect(readdirSync(folder)).toEqual(before);
  expect((await dataTool({ DATA_DIR: folder }, ["restore", file, "--delete-former"])).code).toBe(1);
});

/** The folder with the database that a restore replaced. */
function asideOf(folder: string): string {
  const found = readdirSync(folder).filter((name) => name.startsWith("before-restore-"));
  expect(found).toHaveLength(1);
  return join(folder, found[0] ?? "");
}

interface SavedTable {
  columns: string[];
  rows: unknown[][];
}

/** The tables in a backup, read without the product's code. */
function contentsOf(file: string): Record<"boards" | "items", SavedTable> {
  const tables: Record<string, SavedTable> = {};
  let table: SavedTable = { columns: [], rows: [] };
  for (const text of gunzipSync(readFileSync(file)).toString().trimEnd().split("\n")) {
    const line = JSON.parse(text) as unknown[] | { table?: string; columns?: string[] };
    if (Array.isArray(line)) table.rows.push(line);
    else if (line.table !== undefined) tables[line.table] = table = { columns: line.columns ?? [], rows: [] };
  }
  return tables;
}

/** Everything in a backup below its header. */
function rowsOf(file: string): string {
  const text = gunzipSync(readFileSync(file)).toString();
  return text.slice(text.indexOf("\n"), text.indexOf('{"end"'));
}
