import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test, vi } from "vitest";
import { dataTool } from "../../testing/databases/data-tools.ts";
import { dataFolder, folderForEverybody, startProcess } from "../../testing/process.ts";
import { restoreUpdated } from "../../testing/upgrade/fixtures.ts";
import { openDatabaseAt } from "../engines/open.ts";
import { openSnapshot } from "./read-snapshot.ts";
import type { Row } from "./tables.ts";

// Each test restores a fixture, and some start processes.
vi.setConfig({ testTimeout: 60_000 });

async function installation(folder = dataFolder()): Promise<{ folder: string; file: string }> {
  await restoreUpdated({ folder });
  await (await openDatabaseAt({ folder })).close();
  writeFileSync(join(folder, "app-secret"), "a secret of the tests\n");
  const file = join(folder, "retro.db");
  const db = new DatabaseSync(file);
  db.exec("pragma journal_mode = WAL");
  db.close();
  return { folder, file };
}

/** Writes 0xff over a page of a table or an index: the one in the middle of its leaves. */
function damage(file: string, name: string): void {
  const db = new DatabaseSync(file);
  const pages = db
    .prepare("select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno")
    .all(name)
    .map(({ pageno }) => Number(pageno));
  const size = Number(db.prepare("pragma page_size").get()?.["page_size"]);
  db.close();
  const page = pages[pages.length >> 1];
  if (page === undefined) throw new Error(`${name} has no page`);
  writeSync(openSync(file, "r+"), Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
}

async function rowsOf(folder: string): Promise<Map<string, Row[]>> {
  const snapshot = await openSnapshot({ folder });
  const all = new Map<string, Row[]>();
  for await (const { table, rows } of snapshot.batches())
    all.set(table, [...(all.get(table) ?? []), ...rows]);
  await snapshot.close();
  return all;
}

const counted = (rows: Map<string, Row[]>) =>
  new Map([...rows].map(([table, { length }]) => [table, length]));

describe("a page of 0xff", () => {
  test.each([
    ["items", ["items"], ["boards", "users"]],
    ["boards", ["boards", "items"], ["users"]],
    ["users", ["users", "sessions"], ["boards", "items"]],
    ["sqlite_autoindex_items_1", [], ["boards", "items", "users"]],
  ])("in %s: verify and backup say what to do, and a rescue has the rest", async (name, lossy, whole) => {
    const { folder, file } = await installation();
    const before = await rowsOf(folder);
    damage(file, name);
    const env = { DATA_DIR: folder };

    const verified = await dataTool(env, ["verify"]);
    expect(verified.code).toBe(1);
    expect(verified.text).not.toMatch(/^ {4}at /m);
    expect(verified.text).toContain("FILE.gz --rescue");
    for (const table of lossy)
      expect(verified.text).toMatch(new RegExp(`^  ${table}: \\d+ rows can be read, \\d+ cannot$`, "m"));
    expect(verified.text).toContain(`feedback (${before.get("feedback")?.length})`);

    const saved = join(dataFolder(), "rescue.jsonl.gz");
    const refused = await dataTool(env, ["backup", saved]);
    expect(refused).toEqual({
      code: 1,
      text: expect.stringMatching(/^The backup is not complete.*--rescue.*\n$/),
    });
    expect(existsSync(saved)).toBe(false);

    const rescued = await dataTool(env, ["backup", saved, "--rescue"]);
    expect(rescued.code).toBe(lossy.length > 0 ? 1 : 0);
    const target = dataFolder();
    expect(await dataTool({ DATA_DIR: target }, ["restore", saved])).toMatchObject({ code: 0 });
    const after = await rowsOf(target);
    const [was, is] = [counted(before), counted(after)];
    for (const table of lossy) expect(is.get(table) ?? 0).toBeLessThan(was.get(table) ?? 0);
    // Whatever is there is as it was, but for references to lost rows.
    for (const [table, rows] of after)
      for (const row of rows) {
        const [key, id] = Object.entries(row)[0] ?? [];
        const old = before.get(table)?.filter((each) => each[key ?? ""] === id) ?? [];
        expect(
          old.some((each) =>
            Object.entries(row).every(
              ([column, value]) => value === null || String(each[column]) === String(value),
            ),
          ),
        ).toBe(true);
      }
    for (const table of whole) expect(is.get(table)).toBe(was.get(table));
  });

  test("a rescue takes no name of a backup, which a schedule would count", async () => {
    const { folder } = await installation();
    const refused = await dataTool({ DATA_DIR: folder }, ["backup", folder, "--rescue"]);
    expect(refused).toEqual({ code: 1, text: expect.stringContaining("--rescue needs a name of its own") });
    expect(readdirSync(folder).filter((name) => name.endsWith(".gz"))).toEqual([]);
  });
});

describe.skipIf(process.getuid?.() !== 0)("a data folder to which nothing can be written", () => {
  const asNobody = { uid: 65534, gid: 65534 };

  /** Files that nobody can read and not change, as after the system has mounted a disk read-only. */
  function freeze(folder: string): void {
    for (const name of readdirSync(folder)) {
      chownSync(join(folder, name), asNobody.uid, asNobody.gid);
      chmodSync(join(folder, name), 0o400);
    }
    chmodSync(folder, 0o555);
  }

  async function run(folder: string, words: string[]) {
    const tool = startProcess({ DATA_DIR: folder }, { entry: "cli/data-cli.ts", words, ...asNobody });
    return { code: await tool.exit, text: tool.text() };
  }

  test("backup to another folder and verify work", async () => {
    const { folder } = await installation(folderForEverybody());
    freeze(folder);
    expect(await run(folder, ["verify"])).toEqual({ code: 0, text: "The data is consistent.\n" });
    const elsewhere = folderForEverybody();
    chmodSync(elsewhere, 0o777);
    const saved = join(elsewhere, "saved.jsonl.gz");
    const done = await run(folder, ["backup", saved]);
    expect(done).toMatchObject({ code: 0, text: expect.stringContaining("its time could not be noted") });
    expect(statSync(saved).size).toBeGreaterThan(1_000);
    const target = dataFolder();
    expect(await dataTool({ DATA_DIR: target }, ["restore", saved])).toMatchObject({ code: 0 });
    expect(await rowsOf(target)).toEqual(await rowsOf(folder));
  });

  test("changes that only the log has are not passed over in silence", async () => {
    const { folder, file } = await installation();
    const db = new DatabaseSync(file);
    db.exec("insert into server_state (key, value) values ('only in the log', '1')");
    const copy = folderForEverybody();
    for (const name of ["retro.db", "retro.db-wal"]) copyFileSync(join(folder, name), join(copy, name));
    db.close();
    freeze(copy);
    for (const words of [["verify"], ["backup", "-"]])
      expect(await run(copy, words)).toEqual({
        code: 1,
        text: expect.stringMatching(/^Nothing can be written to .* Copy the folder to another disk/),
      });
  });
});
