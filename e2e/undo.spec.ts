import type { Page } from "@playwright/test";
import { limits } from "@retro/contract/limits";
import { column, composer, sticker, writeSticker } from "./support/board-page.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectForgotten } from "./support/leak-detection.ts";
import { chooseFromStickerMenu, expectColumn, openSharedBoard, saveDialog } from "./support/shared-board.ts";
import { becomeFacilitator, button, setOption } from "./support/facilitation.ts";

const undo = (page: Page) => page.keyboard.press("Control+z");
const redo = (page: Page) => page.keyboard.press("Control+Shift+z");
const editor = (page: Page) => page.getByRole("dialog", { name: "Edit Sticker" });
const announced = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

async function editText(page: Page, text: string, next: string): Promise<void> {
  await sticker(page, text).dblclick();
  await editor(page).getByLabel("Title").fill(next);
  await saveDialog(editor(page));
}

async function makeBold(page: Page, text: string): Promise<void> {
  await sticker(page, text).dblclick();
  await button(editor(page), "Bold").click();
  await saveDialog(editor(page));
}

/** Moves a sticker to the end of a column of its section. */
async function moveTo(page: Page, text: string, columnNumber: number): Promise<void> {
  await chooseFromStickerMenu(page, sticker(page, text), "Move to…");
  const dialog = page.getByRole("dialog", { name: "Move to…" });
  await dialog.getByRole("combobox", { name: "Column" }).click();
  await page.getByRole("option", { name: String(columnNumber) }).click();
  await button(dialog, "Move").click();
  await expect(dialog).toHaveCount(0);
}

async function groupWith(page: Page, text: string, other: string): Promise<void> {
  await chooseFromStickerMenu(page, sticker(page, text), "Group with…");
  const dialog = page.getByRole("dialog", { name: "Group with…" });
  await dialog.getByRole("option", { name: other }).click();
  await button(dialog, "Group").click();
  await expect(dialog).toHaveCount(0);
}

/** Deletes a sticker and lets the time pass in which it is not sent; the page needs a test clock. */
async function deleteAndWait(page: Page, text: string): Promise<void> {
  await chooseFromStickerMenu(page, sticker(page, text), "Delete");
  await expect(sticker(page, text)).toHaveCount(0);
  await page.clock.runFor(limits.undoMs + 1000);
}

/** Ann's page gets a clock that the test can move on. */
async function openBoardWithClock(
  createPerson: Parameters<typeof openSharedBoard>[0],
  stickers: Record<number, readonly string[]>,
) {
  const shared = await openSharedBoard(createPerson, stickers);
  await shared.ann.page.clock.install();
  await shared.ann.page.reload();
  return shared;
}

test("[Y7] Ctrl+Z and Ctrl+Shift+Z undo and redo add, edit, style, move, group and delete in turn, for everybody @core", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 1: ["Other"] });
  const { page } = ann;
  await writeSticker(page, 0, "First words");
  await editText(page, "First words", "Second words");
  await makeBold(page, "Second words");
  await moveTo(page, "Second words", 2);
  await groupWith(page, "Second words", "Other");
  await page.getByRole("button", { name: /^2 grouped/ }).click();
  await chooseFromStickerMenu(page, sticker(page, "Second words"), "Delete");
  await expectColumn(page, 1, ["Other"]);

  const isBold = (each: Page, text: string, bold: boolean) =>
    expect(sticker(each, text)).toHaveCSS("font-weight", bold ? "700" : "400");
  const steps: [message: string, check: (each: Page) => Promise<void>][] = [
    [
      "deleted “Second words”",
      (each) => expect(each.getByRole("button", { name: /^2 grouped/ })).toBeVisible(),
    ],
    ["grouped “Second words”", (each) => expectColumn(each, 1, ["Other", "Second words"])],
    ["moved “Second words”", (each) => expectColumn(each, 0, ["Second words"])],
    ["restyled “Second words”", (each) => isBold(each, "Second words", false)],
    ["edited “First words”", (each) => expectColumn(each, 0, ["First words"])],
    ["added “First words”", (each) => expectColumn(each, 0, [])],
  ];
  for (const [message, check] of steps) {
    await undo(page);
    for (const each of [ben.page, page]) await check(each);
    await expect(announced(page, `Undone: ${message}`)).toBeAttached();
  }
  await expect(button(page.locator(".history"), "Undo")).toHaveAttribute("aria-disabled", "true");

  await redo(page);
  for (const each of [ben.page, page]) await expectColumn(each, 0, ["First words"]);
  await redo(page);
  for (const each of [ben.page, page]) await expectColumn(each, 0, ["Second words"]);
  await redo(page);
  for (const each of [ben.page, page]) await isBold(each, "Second words", true);
  await redo(page);
  for (const each of [ben.page, page]) await expectColumn(each, 1, ["Other", "Second words"]);
  await page.keyboard.press("Control+y");
  for (const each of [ben.page, page])
    await expect(each.getByRole("button", { name: /^2 grouped/ })).toBeVisible();
  await redo(page);
  for (const each of [ben.page, page]) await expectColumn(each, 1, ["Other"]);
  await expect(button(page.locator(".history"), "Redo")).toHaveAttribute("aria-disabled", "true");
});

const changed = (text: string) => `Someone else has changed “${text}” since. Nothing was undone.`;

test("[Y7] the server refuses an undo when Ben's change has not arrived yet, and the board says so", async ({
  createPerson,
}) => {
  const { ann, ben, board, ids } = await openSharedBoard(createPerson, { 0: ["One"] });
  await moveTo(ann.page, "One", 2);
  await expectColumn(ben.page, 1, ["One"]);
  // Ann sees no change of others during a press of the mouse button.
  await column(ann.page, 0).hover();
  await ann.page.mouse.down();
  await ben.api.send("PUT", `/boards/${board.id}/sort`, {
    item_id: ids["One"],
    parent_id: board.columns[2],
    position: 0,
  });
  await undo(ann.page);
  await expect(ann.page.getByText(changed("One"))).toBeVisible();
  await ann.page.mouse.up();
  for (const { page } of [ann, ben]) await expectColumn(page, 2, ["One"]);
});

test("Ctrl+Z in a field undoes typing there, not the board", async ({ createPerson }) => {
  const { ann } = await openSharedBoard(createPerson);
  const { page } = ann;
  await writeSticker(page, 0, "Stays");
  await page.getByRole("button", { name: "New sticker in column 2" }).first().press("Enter");
  await composer(page).pressSequentially("typed");
  await undo(page);
  await expect(composer(page)).not.toHaveValue("typed");
  await expectColumn(page, 0, ["Stays"]);
  await page.keyboard.press("Escape");
  await undo(page);
  await expectColumn(page, 0, []);
});

test("[H1] an undo does not bring back a text that is hidden by now, and the page forgets it", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openBoardWithClock(createPerson, {});
  await writeSticker(ben.page, 0, "cobalt-heron");
  await writeSticker(ben.page, 0, "amber-lynx");
  await editText(ann.page, "amber-lynx", "amber-lynx, edited");
  await deleteAndWait(ann.page, "cobalt-heron");
  await expectColumn(ben.page, 0, ["amber-lynx, edited"]);
  await becomeFacilitator(ben.page);
  await setOption(ben, board.id, "hideContent", true);
  await expect(sticker(ann.page, "Hidden by the facilitator")).toBeVisible();
  await undo(ann.page);
  await expect(
    ann.page.getByText("The facilitator has hidden this sticker. Nothing was undone."),
  ).toBeVisible();
  await expect(column(ann.page, 0).getByRole("article")).toHaveCount(1);
  await expectForgotten(ann.page, /cobalt-heron|amber-lynx/);
});
