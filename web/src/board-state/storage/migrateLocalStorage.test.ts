// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it } from "vitest";
import { browserEntryStorage } from "./browserEntryStorage.ts";
import { openDatabase } from "./database.ts";
import { migrateLocalStorage } from "./migrateLocalStorage.ts";

const add = (id: string) => ({ type: "sticker.add", id, parent_id: "c1", title: `text ${id}` });
const kept = (me: string, ...entries: object[]) => JSON.stringify({ me, entries });

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  const db = await openDatabase();
  await db.clear("outbox");
  db.close();
});

/** What the database holds after the migration. */
async function migrated() {
  const db = await openDatabase();
  await migrateLocalStorage(db);
  const entries = await db.getAll("outbox");
  db.close();
  return entries;
}

describe("the entries of version 1.0 in localStorage", () => {
  it("become entries of their owner on their board that no open tab sends", async () => {
    localStorage.setItem(
      "retro.pending.board.tab1",
      kept("ann", { command: add("a"), at: 5, failed: false }, { command: add("b"), at: 6, failed: true }),
    );
    const waiting = { board: "board", owner: "ann", tab: "localStorage", kind: "command", base: null };
    expect(await migrated()).toEqual([
      { ...waiting, key: "retro.pending.board.tab1.0", at: 5, command: add("a"), error: null },
      {
        ...waiting,
        key: "retro.pending.board.tab1.1",
        at: 6,
        command: add("b"),
        error: { name: "ApiError", message: "", status: 0, code: "unsent" },
      },
    ]);
  });

  it("of each tab are taken over, and moves are left out: they name a position", async () => {
    const move = { type: "item.move", id: "m", parent_id: "c1", position: 3 };
    for (const tab of ["tab1", "tab2"])
      localStorage.setItem(
        `retro.pending.board.${tab}`,
        kept("ann", { command: move, at: 5, failed: false }, { command: add(tab), at: 6, failed: false }),
      );
    expect((await migrated()).map(({ command }) => command)).toEqual([add("tab1"), add("tab2")]);
  });

  it("are read once, and the rest of the storage stays", async () => {
    localStorage.setItem(
      "retro.pending.board.tab1",
      kept("ann", { command: add("a"), at: 5, failed: false }),
    );
    localStorage.setItem("retro.pending.board.tab1.at", "5");
    localStorage.setItem("locale", "ru");
    sessionStorage.setItem("retro.tab", "tab1");
    await migrated();
    expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([["locale"], []]);
    sessionStorage.setItem("retro.tab", "another program's");
    await migrated();
    expect(Object.keys(sessionStorage)).toEqual(["retro.tab"]);
  });

  it("are deleted where they cannot be read", async () => {
    const broken = ["{", "null", "5", '{"me":5,"entries":[]}', '{"me":"ann"}', '{"me":"ann","entries":{}}'];
    for (const [n, text] of broken.entries()) localStorage.setItem(`retro.pending.board.tab${n}`, text);
    expect(await migrated()).toEqual([]);
    expect(Object.keys(localStorage)).toEqual([]);
  });
});

it("the page's storage takes it over when it opens, and deletes what is older than 30 days", async () => {
  const day = 24 * 3_600_000;
  localStorage.setItem(
    "retro.pending.board.tab1",
    kept(
      "ann",
      { command: add("a"), at: Date.now() - 29 * day, failed: false },
      { command: add("b"), at: Date.now() - 31 * day, failed: false },
    ),
  );
  expect(await browserEntryStorage().takeOver("board", "ann")).toMatchObject([{ command: add("a") }]);
  const db = await openDatabase();
  expect((await db.getAll("outbox")).map(({ command }) => command)).toEqual([add("a")]);
  db.close();
});
