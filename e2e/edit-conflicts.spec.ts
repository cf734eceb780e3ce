import type { Page } from "@playwright/test";
import { sticker } from "./support/board-page.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectColumn, openSharedBoard, saveDialog } from "./support/shared-board.ts";
import { button } from "./support/facilitation.ts";

// Dialogs open without a network only after an idle page has fetched them.
test.use({ idle: true });

const editor = (page: Page) => page.getByRole("dialog", { name: "Edit Sticker" });
const conflict = (page: Page) =>
  page.getByRole("dialog", { name: "Someone changed this sticker in the meantime" });

test("two save the same sticker: the second sees both texts and saves them combined [T8]", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["Once"] });
  for (const { page } of [ann, ben]) await sticker(page, "Once").dblclick();
  await editor(ann.page).getByLabel("Title").fill("Hers");
  await editor(ben.page).getByLabel("Title").fill("His");
  await saveDialog(editor(ann.page));
  await expectColumn(ann.page, 0, ["Hers"]);
  // The page shows the text before the server has it.
  await expect(ann.page.locator("[data-save-state]")).toHaveCount(0);
  await button(editor(ben.page), "Save").click();
  const conflictDialog = conflict(ben.page);
  await expect(conflictDialog.getByRole("region", { name: "Yours" })).toContainText("His");
  await expect(conflictDialog.getByRole("region", { name: "Theirs" })).toContainText("Hers");
  await expectColumn(ann.page, 0, ["Hers"]);
  const edit = conflictDialog.getByLabel("Combined");
  await expect(edit).toHaveValue("Hers\nHis");
  await edit.fill("Hers and his");
  await button(conflictDialog, "Save combined text").click();
  await expect(conflictDialog).toHaveCount(0);
  for (const { page } of [ann, ben]) await expectColumn(page, 0, ["Hers and his"]);
  await ben.page.reload();
  await expectColumn(ben.page, 0, ["Hers and his"]);
});

test("a sticker deleted while another user edits it: the text is kept and can be saved as a new sticker", async ({
  createPerson,
}) => {
  const { ann, ben, board, ids } = await openSharedBoard(createPerson, { 0: ["Once", "Other"] });
  await sticker(ann.page, "Once").dblclick();
  await editor(ann.page).getByLabel("Title").fill("Words of an hour");
  await ben.api.send("DELETE", `/boards/${board.id}/items/${ids["Once"]}`);
  await expectColumn(ben.page, 0, ["Other"]);
  await button(editor(ann.page), "Save").click();
  const newStickerDialog = ann.page.getByRole("dialog", { name: "New Sticker" });
  await expect(newStickerDialog).toContainText("Someone deleted this sticker in the meantime");
  await expect(newStickerDialog.getByLabel("Title")).toHaveValue("Words of an hour");
  await saveDialog(newStickerDialog);
  for (const { page } of [ann, ben]) await expectColumn(page, 0, ["Other", "Words of an hour"]);
});

test("a section deleted while a user writes into it: the text can be saved in another section", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson);
  await button(ann.page, "Add sticker").first().click();
  const dialog = ann.page.getByRole("dialog", { name: "New Sticker" });
  await dialog.getByLabel("Title").fill("Words of an hour");
  await ben.api.send("DELETE", `/boards/${board.id}/items/${board.tree[0]?.id}`);
  await expect(ann.page.getByRole("region", { name: "Start", includeHidden: true })).toHaveCount(0);
  await button(dialog, "Save").click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("Words of an hour");
  await saveDialog(dialog);
  for (const { page } of [ann, ben]) await expectColumn(page, 0, ["Words of an hour"]);
});
