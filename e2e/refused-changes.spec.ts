import type { Page } from "@playwright/test";
import { column } from "./support/board-page.ts";
import { expectChunksFetched } from "./support/fetched-chunks.ts";
import { addSticker, expect, type Fixtures, createBoard, test } from "./support/fixtures.ts";
import { expectColumn, saveDialog } from "./support/shared-board.ts";
import { button } from "./support/facilitation.ts";

test.use({ idle: true });

const newStickerDialog = (page: Page) => page.getByRole("dialog", { name: "New Sticker" });
const reason = "Nobody may write here";

/** Holds the next new sticker. @returns a function that refuses it */
async function refuseNextAdd(page: Page): Promise<() => void> {
  const refusal = Promise.withResolvers<void>();
  await page.route(
    "**/api/v1/boards/*/items",
    async (route) => {
      await refusal.promise;
      await route.fulfill({ status: 403, json: { message: reason, code: "forbidden" } });
    },
    { times: 1 },
  );
  return refusal.resolve;
}

/** Opens a new board for Cid; the test may answer Cid's calls itself. */
async function openBoard(createPerson: Fixtures["createPerson"], ...chunks: readonly string[]) {
  const cid = await createPerson({ name: "Cid", context: { serviceWorkers: "block" } });
  const board = await createBoard(cid, "Sprint 42", "Start / Stop / Continue");
  await addSticker(cid, board.id, board.columns[2], "Of before");
  await cid.page.goto(board.path);
  await expectChunksFetched(cid.page, "Toasts", "StickerDialog", ...chunks);
  return cid.page;
}

/** While a dialog is open, queries by role do not see the board. */
const failedMark = (page: Page) => page.locator("[data-failed-mark]");

async function writeInDialog(page: Page, index: number, text: string): Promise<void> {
  await column(page, index).dblclick();
  await newStickerDialog(page).getByRole("textbox").first().fill(text);
}

test("a refusal that arrives while another sticker is written replaces nothing, and is shown afterwards [B5] @core", async ({
  createPerson,
}) => {
  const page = await openBoard(createPerson);
  const refuse = await refuseNextAdd(page);
  await writeInDialog(page, 0, "Refused");
  await saveDialog(newStickerDialog(page));
  await writeInDialog(page, 1, "Being written");
  refuse();
  await expect(failedMark(page)).toHaveCount(1);
  await expect(newStickerDialog(page).getByRole("textbox").first()).toHaveValue("Being written");
  await expect(page.getByText(`Not saved: ${reason}`)).toHaveCount(0);
  await saveDialog(newStickerDialog(page));
  await expectColumn(page, 1, ["Being written"]);
  await expect(page.getByText(`Not saved: ${reason}`)).toBeVisible();
  await button(page, "Open").click();
  await expect(newStickerDialog(page).getByRole("textbox").first()).toHaveValue("Refused");
  await expect(newStickerDialog(page)).toContainText(reason);
  await saveDialog(newStickerDialog(page));
  await expect(failedMark(page)).toHaveCount(0);
  await page.reload();
  await expectColumn(page, 0, ["Refused"]);
  await expectColumn(page, 1, ["Being written"]);
});

test("a refusal that arrives while the board's settings are open leaves them open, and is shown afterwards [B5]", async ({
  createPerson,
}) => {
  const page = await openBoard(createPerson, "EditBoardDialog");
  const refuse = await refuseNextAdd(page);
  await writeInDialog(page, 0, "Refused");
  await saveDialog(newStickerDialog(page));
  await button(page, "Board settings").click();
  const settings = page.getByRole("dialog");
  await settings.getByRole("textbox").first().fill("Half a title");
  refuse();
  await expect(failedMark(page)).toHaveCount(1);
  await expect(newStickerDialog(page)).toHaveCount(0);
  await expect(settings.getByRole("textbox").first()).toHaveValue("Half a title");
  await button(settings, "Cancel").click();
  await expect(page.getByText(`Not saved: ${reason}`)).toBeVisible();
});
