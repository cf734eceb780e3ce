import { sticker, toastButton } from "./support/board-page.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectColumn, chooseFromStickerMenu, openSharedBoard } from "./support/shared-board.ts";

test("Undo within ten seconds keeps the sticker everywhere, after a reload too @core", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["Keep me", "Other"] });
  await chooseFromStickerMenu(ann.page, sticker(ann.page, "Keep me"), "Delete");
  await expectColumn(ann.page, 0, ["Other"]);
  await expect(ann.page.getByText("Sticker deleted")).toBeVisible();
  await expectColumn(ben.page, 0, ["Keep me", "Other"]);
  await toastButton(ann.page, "Undo").click();
  await expectColumn(ann.page, 0, ["Keep me", "Other"]);
  await expect(ann.page.getByText("Sticker deleted")).toHaveCount(0);
  // Leaving the page does not send it either.
  await ann.page.reload();
  for (const { page } of [ann, ben]) await expectColumn(page, 0, ["Keep me", "Other"]);
});

test("a deletion is sent when the tab closes, when the page is left for another one, and within the product", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson, {
    0: ["Alpha", "Bravo", "Charlie", "Delta"],
  });
  const { page } = ann;
  await chooseFromStickerMenu(page, sticker(page, "Alpha"), "Delete");
  await page
    .getByRole("banner")
    .getByRole("link", { name: /start page/ })
    .click();
  await expect(page).toHaveURL("/");
  await expectColumn(ben.page, 0, ["Bravo", "Charlie", "Delta"]);

  await page.goto(board.path);
  await chooseFromStickerMenu(page, sticker(page, "Bravo"), "Delete");
  await expectColumn(page, 0, ["Charlie", "Delta"]);
  await page.goto("about:blank");
  await expectColumn(ben.page, 0, ["Charlie", "Delta"]);

  await page.goto(board.path);
  await chooseFromStickerMenu(page, sticker(page, "Charlie"), "Delete");
  await expectColumn(page, 0, ["Delta"]);
  await page.close();
  await expectColumn(ben.page, 0, ["Delta"]);
});
