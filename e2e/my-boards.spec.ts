import type { Locator, Page } from "@playwright/test";
import { addSticker, expect, createBoard, test } from "./support/fixtures.ts";
import { toastButton } from "./support/board-page.ts";
import { observeShifts } from "./support/layout-shifts.ts";
import { expectColumn, openSharedBoard, saveDialog } from "./support/shared-board.ts";

const card = (page: Page, title: string) => page.getByRole("link", { name: title, exact: true });
const menuButton = (page: Page, title: string) => page.getByRole("button", { name: `Menu for “${title}”` });
const newBoard = (page: Page) => page.getByRole("dialog", { name: "New Board" });

/** Opens the index as a page load and closes the dialog that is open on it. */
async function openMyBoards(page: Page): Promise<void> {
  await page.goto("/");
  await newBoard(page).getByRole("button", { name: "Cancel" }).click();
  await expect(newBoard(page)).toHaveCount(0);
}

async function chooseFromMenu(button: Locator, item: string): Promise<void> {
  await button.click();
  await button.page().getByRole("menuitem", { name: item }).click();
}

test("the New Board dialog is open on the first display of a page load, and never covers My boards after that", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const { page } = ann;
  const board = await createBoard(ann, "Sprint 42");
  await page.goto(board.path);
  await page.getByRole("link", { name: /to the start page/ }).click();
  await expect(card(page, "Sprint 42")).toBeVisible();
  await expect(newBoard(page)).toHaveCount(0);

  await page.goto("/");
  await newBoard(page).getByRole("textbox", { name: "Title" }).fill("Sprint 43");
  await newBoard(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sprint 43" })).toBeVisible();
  await page.goBack();
  await expect(card(page, "Sprint 43")).toBeVisible();
  await expect(newBoard(page)).toHaveCount(0);
  await page.reload();
  await expect(newBoard(page)).toBeVisible();
});

test("[B1, B2, B3] the menu of a card renames for everybody, duplicates, starts from a board, and removes with undo, by keyboard too @core", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson, { 0: ["Slow builds"], 3: ["Meetings"] });
  const { page } = ann;
  await openMyBoards(page);

  // By keyboard: the menu's button follows its card.
  await card(page, "Sprint 42").focus();
  await page.keyboard.press("Tab");
  await expect(menuButton(page, "Sprint 42")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Rename" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menuButton(page, "Sprint 42")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const rename = page.getByRole("dialog", { name: "Rename board" });
  await rename.getByRole("textbox", { name: "Title" }).fill("Ретро: Ёлка");
  await page.keyboard.press("Enter");
  await expect(menuButton(page, "Ретро: Ёлка")).toBeFocused();
  await expect(ben.page.getByRole("heading", { name: "Ретро: Ёлка" })).toBeVisible();

  // A mark of 13 px for each sticker.
  const marks = page.locator(".board-card").filter({ hasText: "Ретро: Ёлка" }).locator(".plan-bar");
  expect(await marks.evaluateAll((all) => all.map((each) => each.clientWidth))).toEqual([13, 13, 0]);

  await chooseFromMenu(menuButton(page, "Ретро: Ёлка"), "Duplicate");
  expect((await toastButton(page, "Open").boundingBox())?.height).toBeLessThan(40);
  await expect(card(page, "Ретро: Ёлка (copy)")).toHaveAccessibleDescription(
    /^3 sections · 2 stickers\. Start: 1 sticker, Stop: 1 sticker, Continue: 0 stickers\. Who was here: Ann\. Opened now$/,
  );
  await chooseFromMenu(menuButton(page, "Ретро: Ёлка (copy)"), "New board from this one");
  await expect(page.getByRole("heading", { name: "Ретро: Ёлка (copy)" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.goBack();

  await chooseFromMenu(menuButton(page, "Ретро: Ёлка").first(), "Remove from my list");
  await expect(card(page, "Ретро: Ёлка")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card(page, "Ретро: Ёлка")).toHaveCount(1);
  await chooseFromMenu(menuButton(page, "Ретро: Ёлка"), "Remove from my list");
  await expect(card(page, "Ретро: Ёлка")).toHaveCount(0);
  await openMyBoards(page);
  await expect(card(page, "Ретро: Ёлка (copy)").first()).toBeVisible();
  await expect(card(page, "Ретро: Ёлка")).toHaveCount(0);
  // The board itself stays, and its link puts it back.
  await expectColumn(ben.page, 0, ["Slow builds"]);
  await page.goto(board.path);
  await expectColumn(page, 0, ["Slow builds"]);
  await page.getByRole("link", { name: /to the start page/ }).click();
  await expect(card(page, "Ретро: Ёлка")).toHaveCount(1);
});

test("[B4] on a phone the list is searched and its menus work by touch, and nothing moves while it loads", async ({
  createPerson,
}) => {
  const ann = await createPerson({
    name: "Ann",
    context: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  });
  const { page } = ann;
  for (let i = 1; i <= 9; i += 1) await createBoard(ann, i === 5 ? "Ретро: ЁЛКА" : `Sprint ${i}`);
  const last = await createBoard(ann, "Sprint 10");
  await addSticker(ann, last.id, last.columns[0], "One");
  const shifts = await observeShifts(page);
  await openMyBoards(page);
  await expect(card(page, "Sprint 10")).toBeVisible();
  expect(await shifts()).toBeLessThan(0.05);

  const box = page.getByRole("searchbox", { name: "Search my boards" });
  await box.tap();
  await box.fill("елк");
  await expect(page.locator("[data-board]")).toHaveCount(1);
  await expect(page.getByRole("status").filter({ hasText: "1 board found" })).toBeAttached();
  const button = menuButton(page, "Ретро: ЁЛКА");
  const size = await button.boundingBox();
  expect([size?.width, size?.height]).toEqual([44, 44]);
  await button.tap();
  await page.getByRole("menuitem", { name: "Rename" }).tap();
  const rename = page.getByRole("dialog", { name: "Rename board" });
  await rename.getByRole("textbox", { name: "Title" }).fill("Ёлки и ретро");
  await saveDialog(rename);
  await expect(card(page, "Ёлки и ретро")).toBeVisible();
});

test("a browser that refuses one more entry of the history, as Safari does after a hundred, loads the next page instead", async ({
  createPerson,
}) => {
  const ann = await createPerson({ name: "Ann" });
  const { page } = ann;
  const board = await createBoard(ann, "Sprint 42");
  await page.goto(board.path);
  await page.evaluate(() => {
    History.prototype.pushState = () => {
      throw new DOMException("Attempt to use history.pushState() more than 100 times", "SecurityError");
    };
  });
  await page.getByRole("link", { name: /to the start page/ }).click();
  await expect(page).toHaveURL(/\/$/);
  await newBoard(page).getByRole("button", { name: "Cancel" }).click();
  await expect(card(page, "Sprint 42")).toBeVisible();
});

test("on a low screen New Board shows its title, which has the focus, while its templates arrive", async ({
  createPerson,
}) => {
  const { page } = await createPerson({ context: { viewport: { width: 844, height: 390 } } });
  await page.goto("/");
  const dialog = page.getByRole("dialog", { name: "New Board" });
  await expect(dialog.getByRole("radio", { checked: true })).toBeAttached();
  const title = dialog.getByRole("textbox", { name: "Title" });
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport({ ratio: 1 });
});
