import type { Locator, Page } from "@playwright/test";
import { sticker } from "./support/board-page.ts";
import { button } from "./support/facilitation.ts";
import { addSticker, createBoard, expect, type Person } from "./support/fixtures.ts";
import { test } from "./support/proxy-fixtures.ts";
import { expectColumn } from "./support/shared-board.ts";

test.use({ idle: true });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const toolbar = (page: Page) => page.getByRole("toolbar", { name: "Selected stickers" });
const groupOf = (page: Page, count: number) =>
  page.getByRole("button", { name: new RegExp(`^${count} grouped`) });
const nameField = (at: Locator) => at.getByRole("textbox", { name: "Name of the group" });

async function boardOf(people: readonly Person[], ...texts: string[]) {
  const [first] = people as [Person];
  const board = await createBoard(first, "Sprint 42", "Start / Stop / Continue");
  for (const text of texts) await addSticker(first, board.id, board.columns[0], text);
  await Promise.all(people.map(({ page }) => page.goto(board.path)));
  for (const { page } of people) await expectColumn(page, 0, texts);
  return board;
}

test("several stickers become one group in one step, by mouse and by keyboard, and one undo takes it apart [T13]", async ({
  ann,
  ben,
}) => {
  await boardOf([ann, ben], "One", "Two", "Three", "Four");
  const sorts: string[] = [];
  ann.page.on("request", (request) => request.url().endsWith("/sort") && sorts.push(request.url()));
  for (const text of ["Three", "One"]) await sticker(ann.page, text).click({ modifiers: ["ControlOrMeta"] });
  await expect(toolbar(ann.page)).toContainText("2 selected");
  await sticker(ann.page, "Four").click({ modifiers: ["Shift"] });
  await button(toolbar(ann.page), "Group").click();
  await expectColumn(ben.page, 0, ["One", "Two"]);
  await expect(groupOf(ben.page, 3)).toBeVisible();
  expect(sorts).toHaveLength(1);
  await expect(sticker(ann.page, "One")).toBeFocused();
  await ann.page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expectColumn(ben.page, 0, ["One", "Two", "Three", "Four"]);

  await sticker(ann.page, "Two").focus();
  await ann.page.keyboard.press("x");
  await ann.page.keyboard.press("ArrowDown");
  await ann.page.keyboard.press("x");
  await expect(sticker(ann.page, "Three")).toHaveAccessibleDescription(/Selected/);
  await ann.page.keyboard.press("g");
  await expectColumn(ben.page, 0, ["One", "Two", "Four"]);
  await expect(toolbar(ann.page)).toHaveCount(0);
  await sticker(ann.page, "One").focus();
  await ann.page.keyboard.press("x");
  await ann.page.keyboard.press("Escape");
  await expect(toolbar(ann.page)).toHaveCount(0);
  expect(sorts).toHaveLength(3);
});

test("touch: stickers are selected with taps after “Select” in the menu, and grouped in one step", async ({
  createPerson,
}) => {
  const ann = await createPerson({ context: phone });
  const { page } = ann;
  await boardOf([ann], "One", "Two", "Three");
  await sticker(page, "Two").getByRole("button", { name: "Sticker menu" }).tap();
  await page.getByRole("menuitem", { name: "Select" }).tap();
  await sticker(page, "Three").tap();
  await expect(toolbar(page)).toContainText("2 selected");
  await button(toolbar(page), "Group").tap();
  await expect(groupOf(page, 2)).toBeVisible();
  await expectColumn(page, 0, ["One", "Two"]);
});

test("a group’s name is written in place, seen by all, not overwritten unseen, and undone [N1]", async ({
  ann,
  ben,
}) => {
  await boardOf([ann, ben], "One", "Two");
  for (const text of ["One", "Two"]) await sticker(ann.page, text).click({ modifiers: ["ControlOrMeta"] });
  await button(toolbar(ann.page), "Group").click();
  const [hers, his] = [ann.page, ben.page].map((page) =>
    page.getByRole("article").filter({ hasText: "One" }),
  ) as [Locator, Locator];
  await hers.getByRole("button", { name: "Sticker menu" }).click();
  await ann.page.getByRole("menuitem", { name: "Name the group" }).click();
  await nameField(hers).fill("Builds");
  await ann.page.keyboard.press("Enter");
  await expect(his.getByRole("heading", { name: "Builds" })).toBeVisible();
  await expect(hers.getByRole("button", { name: "Rename “Builds”" })).toBeFocused();

  // By the keyboard: after a press, others' changes wait for the second press of a double click.
  await his.getByRole("button", { name: "Rename “Builds”" }).press("Enter");
  await nameField(his).fill("Ben’s name");
  await hers.getByRole("button", { name: "Rename “Builds”" }).click();
  await nameField(hers).fill("Ann’s name");
  const hersIsSaved = ann.page.waitForResponse((answer) => answer.request().method() === "PUT");
  await ann.page.keyboard.press("Enter");
  await hersIsSaved;
  await ben.page.keyboard.press("Enter");
  await expect(his.getByRole("alert")).toContainText("Ann’s name");
  await expect(nameField(his)).toHaveValue("Ben’s name");
  await ben.page.keyboard.press("Enter");
  for (const group of [hers, his])
    await expect(group.getByRole("heading", { name: "Ben’s name" })).toBeVisible();
  await sticker(ben.page, "One").focus();
  await ben.page.keyboard.press("ControlOrMeta+z");
  await expect(hers.getByRole("heading", { name: "Ann’s name" })).toBeVisible();
});
