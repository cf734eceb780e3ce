import { limits } from "@retro/contract/limits";
import { expect, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, flattenTree, makeBoard, treeOf } from "../../testing/boards.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";

const { maxItemsPerBoard } = limits;

test("the largest file that may be imported fits on a board", () => {
  const structure = limits.maxSections * (1 + limits.columnsPerSection);
  expect(limits.import.stickers + structure).toBeLessThanOrEqual(maxItemsPerBoard);
});

eachEngine("a full board", (open) => {
  test("refuses a sticker, a batch and a section past the cap, and takes one again after a deletion", async () => {
    const { visitor, deps } = await buildTestApp({ database: await open() });
    const ann = await visitor();
    const board = await makeBoard(ann);
    const first = await addSticker(ann, board, "first");
    const items = flattenTree(await treeOf(ann, board.url)).length;
    // The board has room for one more item. The test sets the count directly, because the rows do not matter
    // here.
    await deps.database.db
      .updateTable("boards")
      .set((eb) => ({ sticker_count: eb("sticker_count", "+", maxItemsPerBoard - items - 1) }))
      .execute();
    const parent_id = board.columns[0];
    const refused = (answer: { statusCode: number; json: () => { errors?: object } }, field: string) =>
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        { [field]: [`This board is full: it can hold at most ${maxItemsPerBoard} items`] },
      ]);

    const batch = [{ title: "a" }, { title: "b" }];
    refused(await ann.post(`${board.url}/items`, { items: batch, parent_id }), "title");
    const sections = [{ title: "one more" }];
    refused(await ann.put(board.url, { sections }), "title");
    await addSticker(ann, board, "the last one");
    refused(await ann.post(`${board.url}/items`, { title: "one too many", parent_id }), "title");
    expect(flattenTree(await treeOf(ann, board.url)).length).toBe(items + 1);

    await ann.delete(`${board.url}/items/${first.id}`);
    await addSticker(ann, board, "takes its place");
  });

  test("refuses two new sections of one request where there is room for one", async () => {
    const { visitor, deps } = await buildTestApp({ database: await open() });
    const ann = await visitor();
    const board = await makeBoard(ann);
    const items = flattenTree(await treeOf(ann, board.url)).length;
    const room = 1 + limits.columnsPerSection;
    await deps.database.db
      .updateTable("boards")
      .set({ sticker_count: maxItemsPerBoard - items - room })
      .execute();
    const add = async (...sections: { title: string }[]) =>
      (await ann.put(board.url, { sections })).statusCode;
    expect(await add({ title: "one" }, { title: "two" })).toBe(422);
    expect(flattenTree(await treeOf(ann, board.url))).toHaveLength(items);
    expect(await add({ title: "one" })).toBe(200);
    expect(await add({ title: "two" })).toBe(422);
  });
});
