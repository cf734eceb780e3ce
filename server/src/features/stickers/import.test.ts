import { expect, it } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { plantStickers } from "./import.ts";

const stickers = Array.from({ length: 5000 }, (_, i) => ({
  title: `Sticker ${i}`,
  style: {},
  votes: 0,
  createdAt: 1,
  stickers: [],
}));

it("while an import is written, others have a turn of the event loop for every thousand stickers", async () => {
  const { visitor, deps } = await buildTestApp();
  const board = await makeBoard(await visitor());
  let turns = 0;
  let over = false;
  const count = (): void => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  await deps.store.transaction((db) => plantStickers(db, board.id, [[stickers]]));
  over = true;
  expect(turns).toBeGreaterThanOrEqual(4);
  const written = await deps.store.db
    .selectFrom("items")
    .select("id")
    .where("kind", "=", "sticker")
    .execute();
  expect(written).toHaveLength(5000);
});

it("of an import that fails half-way nothing stays", async () => {
  const { visitor, deps } = await buildTestApp();
  const board = await makeBoard(await visitor());
  const before = await deps.store.db.selectFrom("items").select("id").execute();
  const failing = deps.store.transaction(async (db) => {
    await plantStickers(db, board.id, [[stickers]]);
    throw new Error("disk full");
  });
  await expect(failing).rejects.toThrow("disk full");
  expect(await deps.store.db.selectFrom("items").select("id").execute()).toHaveLength(before.length);
});
