import "fake-indexeddb/auto";
import { openDB } from "idb";
import { beforeEach, expect, it } from "vitest";
import { openDatabase } from "./database.ts";

beforeEach(
  () =>
    new Promise<void>((resolve) => {
      indexedDB.deleteDatabase("retro").addEventListener("success", () => resolve());
    }),
);
const vote = { type: "vote", id: "x", voted: true } as const;
const entry = {
  key: "a",
  board: "board",
  owner: "ann",
  tab: "t1",
  at: 1,
  kind: "command",
  command: vote,
  base: null,
  error: null,
} as const;

it("a database of the first release keeps its unsent changes, and gets a place for boards", async () => {
  const first = await openDB("retro", 1, {
    upgrade(db) {
      db.createObjectStore("outbox", { keyPath: "key" }).createIndex("board", "board");
      db.createObjectStore("tabs", { keyPath: "id" });
    },
  });
  await first.put("outbox", entry);
  first.close();
  const db = await openDatabase();
  expect(await db.getAll("outbox")).toEqual([entry]);
  expect([...db.objectStoreNames].toSorted()).toEqual(["boards", "outbox", "tabs"]);
  expect(await db.getAllFromIndex("boards", "at")).toEqual([]);
  db.close();
});

it("a new browser gets all places, and finds entries by their board", async () => {
  const db = await openDatabase();
  await db.put("outbox", entry);
  expect(await db.getAllFromIndex("outbox", "board", "board")).toEqual([entry]);
  await db.put("tabs", { id: "t1", at: 5 });
  expect(await db.get("tabs", "t1")).toEqual({ id: "t1", at: 5 });
  db.close();
});

it("an open page does not keep a newer release from its upgrade", async () => {
  await openDatabase();
  const newer = await openDB("retro", 3, { upgrade: (db) => void db.createObjectStore("more") });
  expect([...newer.objectStoreNames]).toContain("more");
  newer.close();
});
