import type { Page } from "@playwright/test";
import { column, sticker } from "./support/board.ts";
import { expectFetched } from "./support/chunks.ts";
import { addSticker, expect, type Fixtures, makeBoard, test } from "./support/fixtures.ts";
import { expectColumn, fromMenu, save } from "./support/pair.ts";
import { button } from "./support/session.ts";

const newSticker = (page: Page) => page.getByRole("dialog", { name: "New Sticker" });
const reason = "Nobody may write here";

/** The server refuses the next new sticker when the test says so; gives the function that says so. */
async function refuseNextAdd(page: Page): Promise<() => void> {
  const said = Promise.withResolvers<void>();
  await page.route(
    "**/api/v1/boards/*/items",
    async (route) => {
      await said.promise;
      await route.fulfill({ status: 403, json: { message: reason, code: "forbidden" } });
    },
    { times: 1 },
  );
  return said.resolve;
}

/** Cid on a new board; the test may answer Cid's calls itself. */
async function open(person: Fixtures["person"], ...chunks: readonly string[]) {
  const cid = await person({ name: "Cid", context: { serviceWorkers: "block" } });
  const board = await makeBoard(cid, "Sprint 42", "Start / Stop / Continue");
  await addSticker(cid, board.id, board.columns[2], "Of before");
  await cid.page.goto(board.path);
  await expectFetched(cid.page, "Toasts", "StickerDialog", ...chunks);
  return cid.page;
}

/** While a dialog is open, queries by role do not see the board. */
const failedMark = (page: Page) => page.locator("[data-failed-mark]");

async function write(page: Page, index: number, text: string): Promise<void> {
  await column(page, index).dblclick();
  await newSticker(page).getByRole("textbox").first().fill(text);
}

test("a refusal that arrives while another sticker is written replaces nothing, and is told afterwards (B5)", async ({
  person,
}) => {
  const page = await open(person);
  const refuse = await refuseNextAdd(page);
  await write(page, 0, "Refused");
  await save(newSticker(page));
  await write(page, 1, "Being written");
  refuse();
  await expect(failedMark(page)).toHaveCount(1);
  await expect(newSticker(page).getByRole("textbox").first()).toHaveValue("Being written");
  await expect(page.getByText(`Not saved: ${reason}`)).toHaveCount(0);
  await save(newSticker(page));
  await expectColumn(page, 1, ["Being written"]);
  await expect(page.getByText(`Not saved: ${reason}`)).toBeVisible();
  await button(page, "Open").click();
  await expect(newSticker(page).getByRole("textbox").first()).toHaveValue("Refused");
  await expect(newSticker(page)).toContainText(reason);
  await save(newSticker(page));
  await expect(failedMark(page)).toHaveCount(0);
  await page.reload();
  await expectColumn(page, 0, ["Refused"]);
  await expectColumn(page, 1, ["Being written"]);
});

test("a refusal that arrives while the board's settings are open leaves them open, and is told afterwards (B5)", async ({
  person,
}) => {
  const page = await open(person, "EditBoardDialog");
  const refuse = await refuseNextAdd(page);
  await write(page, 0, "Refused");
  await save(newSticker(page));
  await button(page, "Board settings").click();
  const settings = page.getByRole("dialog");
  await settings.getByRole("textbox").first().fill("Half a title");
  refuse();
  await expect(failedMark(page)).toHaveCount(1);
  await expect(newSticker(page)).toHaveCount(0);
  await expect(settings.getByRole("textbox").first()).toHaveValue("Half a title");
  await button(settings, "Cancel").click();
  await expect(page.getByText(`Not saved: ${reason}`)).toBeVisible();
});

test("a refusal while nothing is open opens the dialog with the text and the reason", async ({ person }) => {
  const page = await open(person, "Menus");
  const refuse = await refuseNextAdd(page);
  await write(page, 0, "Refused");
  await save(newSticker(page));
  refuse();
  await expect(newSticker(page).getByRole("textbox").first()).toHaveValue("Refused");
  await expect(newSticker(page)).toContainText(reason);
  await button(newSticker(page), "Cancel").click();
  await fromMenu(page, sticker(page, "Of before"), "Edit");
  await expect(page.getByRole("dialog", { name: "Edit Sticker" })).toBeVisible();
});
