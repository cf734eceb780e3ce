import { addSticker, expect, test } from "./support/fixtures.ts";
import { translatePages } from "./support/page-translation.ts";
import { column, sticker, toastButton } from "./support/board-page.ts";
import { chooseFromStickerMenu, expectColumn, openSharedBoard, saveDialog } from "./support/shared-board.ts";

test("[W2] on a page that the browser translates, another's edit of a sticker with a link, its move, deletion and undo show @core", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson, {
    0: ["Read https://example.org/a first", "Two"],
  });
  const { page } = ann;
  await translatePages(ann.context);
  await page.reload();
  await expect(sticker(page, "Two").locator("font").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sprint 42" }).locator("font").first()).toBeVisible();

  for (const [before, text] of [
    ["Read https://example.org/a first", "No link"],
    ["No link", "See https://example.org/b"],
  ] as const) {
    await sticker(ben.page, before).dblclick();
    const dialog = ben.page.getByRole("dialog", { name: "Edit Sticker" });
    await dialog.getByRole("textbox").first().fill(text);
    await saveDialog(dialog);
    await expectColumn(page, 0, [text, "Two"]);
  }
  await addSticker(ben, board.id, board.columns[0], "Three");
  await expect(column(page, 0).locator(".sticker-text")).toHaveCount(3);

  await chooseFromStickerMenu(page, sticker(page, "Two"), "Delete");
  await expect(sticker(page, "Two")).toHaveCount(0);
  await toastButton(page, "Undo").click();
  await expect(sticker(page, "Two")).toBeVisible();
});
