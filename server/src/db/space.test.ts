import { expect, test } from "vitest";
import { addSticker, makeBoard } from "../testing/boards.ts";
import { buildTestApp } from "../testing/app.ts";
import { unwatchedDatabase } from "../testing/databases/query-plans.ts";
import { eachEngine } from "../testing/databases/test-engines.ts";
import { biggestBoards, pictureSpace, returnFreePages, tableSizes } from "./space.ts";

eachEngine("space", (open) => {
  test("the biggest boards come first, with the bytes of their texts and styles", async () => {
    const database = await open();
    const ann = await (await buildTestApp({ database })).visitor();
    const boards = [];
    for (const [title, texts] of [
      ["One", ["x"]],
      ["Three", ["a", "b", "c"]],
      ["Two", ["x".repeat(100), "y"]],
    ] as const) {
      const board = await makeBoard(ann, title);
      for (const text of texts) await addSticker(ann, board, text);
      boards.push(board);
    }
    const found = await biggestBoards(database.db, 2);
    expect(found.map(({ title, sticker_count }) => [title, sticker_count])).toEqual([
      ["Three", 3],
      ["Two", 2],
    ]);
    const [three, two] = found;
    // The longer text, and the style `{}` of one sticker less.
    expect((two?.bytes ?? 0) - (three?.bytes ?? 0)).toBe(101 - 3 - 2);
    expect(two?.id).toBe(boards[2]?.id);
  });

  test("pictures are counted with their bytes; without any there are none", async () => {
    const { db } = await open();
    expect(await pictureSpace(db)).toEqual({ pictures: 0, bytes: 0 });
    const text = { id: "f", user_id: null, name: "", email: null, comment: "", search: "", created_at: 0 };
    await db.insertInto("feedback").values(text).execute();
    for (const [position, size] of [100, 250].entries())
      await db
        .insertInto("feedback_files")
        .values({
          id: `p${position}`,
          feedback_id: "f",
          position,
          type: "image/png",
          bytes: Buffer.alloc(size),
        })
        .execute();
    expect(await pictureSpace(db)).toEqual({ pictures: 2, bytes: 350 });
  });

  test("tables come by size, the largest first, their indexes included", async () => {
    const database = await open();
    const ann = await (await buildTestApp({ database })).visitor();
    await makeBoard(ann);
    const sizes = (await tableSizes(unwatchedDatabase(database))).map(({ name, bytes }) => ({
      name,
      bytes: Number(bytes),
    }));
    expect(sizes.map(({ bytes }) => bytes)).toEqual(
      sizes.map(({ bytes }) => bytes).toSorted((a, b) => b - a),
    );
    expect(sizes.find(({ name }) => name === "items")?.bytes).toBeGreaterThan(0);
  });

  test("a small database keeps its free pages", async () => {
    expect(await returnFreePages(await open(), 200)).toBe(0);
  });
});
