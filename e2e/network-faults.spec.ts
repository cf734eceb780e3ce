import { toastButton, sticker, writeSticker } from "./support/board-page.ts";
import { expectChunksFetched } from "./support/fetched-chunks.ts";
import { expect, createBoard, type Person, fetchStickerTitles } from "./support/fixtures.ts";
import { expectColumn, chooseFromStickerMenu } from "./support/shared-board.ts";
import { test } from "./support/proxy-fixtures.ts";

test.use({ serviceWorkers: "allow", idle: true });

async function openBoardForBoth(ann: Person, ben: Person, texts: readonly string[] = []) {
  const made = await createBoard(ben, "Sprint 42", "Start / Stop / Continue");
  for (const title of texts)
    await ben.api.send("POST", `/boards/${made.id}/items`, { title, parent_id: made.columns[0] });
  await Promise.all([ann, ben].map(({ page }) => page.goto(made.path)));
  for (const { page } of [ann, ben])
    await expect(page.getByRole("list", { name: "People here" }).getByRole("img")).toHaveCount(2);
  await expectChunksFetched(ann.page, "Toasts", "Menus", "StickerDialog");
  return made;
}

test("offline: delete, write, close the tab, open it again, go online: each change arrives once, in order @core", async ({
  network,
  ann,
  ben,
}) => {
  const { id, path } = await openBoardForBoth(ann, ben, ["One", "Two"]);
  network.set("cut");
  await chooseFromStickerMenu(ann.page, sticker(ann.page, "One"), "Delete");
  await expect(toastButton(ann.page, "Undo")).toBeVisible();
  await writeSticker(ann.page, 1, "Written offline, first");
  await writeSticker(ann.page, 1, "Written offline, second");
  await expectColumn(ann.page, 0, ["Two"]);
  await ann.page.close({ runBeforeUnload: true });
  network.set("open");
  ann.page = await ann.context.newPage();
  await ann.page.goto(path);
  for (const { page } of [ann, ben]) {
    await expectColumn(page, 0, ["Two"]);
    await expectColumn(page, 1, ["Written offline, first", "Written offline, second"]);
  }
  expect(await fetchStickerTitles(ben, id)).toEqual([
    "Two",
    "Written offline, first",
    "Written offline, second",
  ]);
});
