import type { Page } from "@playwright/test";
import { sticker, toastButton } from "./support/board-page.ts";
import { expect, type Person, test } from "./support/fixtures.ts";
import { chooseFromStickerMenu, openSharedBoard } from "./support/shared-board.ts";

const panel = (page: Page) => page.locator(".side-panel");
const rows = (page: Page) => panel(page).locator(".action-text");
const field = (page: Page) => panel(page).getByRole("textbox", { name: "Action", exact: true });
const actionsButton = (page: Page) => page.getByRole("button", { name: /^Actions/ });

test("two people write, own, order, close and restore actions, live for both [D1, D4] @core", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["Slow builds"] });
  const { page } = ann;
  await chooseFromStickerMenu(page, sticker(page, "Slow builds"), "Make an action");
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("Slow builds");
  await field(page).fill("Cache the builds");
  await panel(page).getByRole("combobox", { name: "Owner" }).fill("Ben");
  await panel(page).getByRole("button", { name: "Due date" }).click();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Home");
  const due = page.getByRole("dialog", { name: "Due date" }).locator("td > button:focus");
  const dueDay = (await due.getAttribute("aria-label")) ?? "";
  await page.keyboard.press("Enter");
  const dueChip = panel(page).getByRole("button", { name: /^Due / });
  await expect(dueChip).toBeFocused();
  const chipTop = (await dueChip.boundingBox())?.y ?? 0;
  await dueChip.click();
  const picker = page.getByRole("dialog", { name: "Due date" });
  expect(Math.abs(((await picker.boundingBox())?.y ?? 0) - chipTop)).toBeLessThan(400);
  await expect(picker).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await page.mouse.click(4, 300);
  await expect(picker).toHaveCount(0);
  const shownDay = ((await dueChip.textContent()) ?? "").trim();
  expect(new Date(shownDay)).toEqual(new Date(dueDay));
  await panel(page).getByRole("button", { name: "Add" }).click();
  await expect(rows(page)).toContainText(["Cache the builds"]);
  await expect(field(page)).toBeFocused();
  await field(page).fill("Ask the others");
  await field(page).press("Enter");

  await expect(actionsButton(ben.page)).toHaveAccessibleName("Actions: 2 open");
  await actionsButton(ben.page).click();
  await expect(rows(ben.page)).toContainText(["Cache the builds", "Ask the others"]);
  await expect(panel(ben.page)).toContainText("Ben");
  await expect(panel(ben.page)).toContainText(shownDay);
  await panel(ben.page).getByRole("button", { name: "Move up" }).last().press("Enter");
  await expect(rows(page)).toContainText(["Ask the others", "Cache the builds"]);

  await panel(ben.page).getByRole("checkbox", { name: "Done: Cache the builds" }).check();
  await expect(actionsButton(page)).toHaveAccessibleName("Actions: 1 open");
  await rows(ben.page).first().click();
  const editor = panel(ben.page).getByRole("form", { name: "Edit action" });
  await editor.getByRole("textbox", { name: "Action", exact: true }).fill("Ask everyone");
  await editor.getByRole("textbox", { name: "Action", exact: true }).press("Enter");
  await expect(rows(page)).toContainText(["Ask everyone", "Cache the builds"]);

  // A row shows its tools under the pointer.
  await panel(page).locator(".action").first().hover();
  await panel(page).getByRole("button", { name: "Delete the action" }).first().click();
  await expect(rows(ben.page)).toHaveCount(1);
  await toastButton(page, "Undo", "Action deleted").click();
  await expect(rows(ben.page)).toContainText(["Ask everyone", "Cache the builds"]);
});

const handle = (page: Page, text: string) =>
  panel(page).locator(".action").filter({ hasText: text }).locator(".drag-handle");
const addActions = async (by: Person, board: string, actions: readonly string[]) => {
  for (const text of actions) await by.api.send("POST", `/boards/${board}/actions`, { text });
};

test("actions are ordered by dragging with the mouse, live for both, and the order is undone [D1, Y7]", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson);
  await addActions(ann, board.id, ["one", "two", "three"]);
  for (const { page } of [ann, ben]) await actionsButton(page).click();
  const { page } = ann;
  await expect(rows(page)).toContainText(["one", "two", "three"]);
  const first = await panel(page).locator(".action").first().boundingBox();
  if (first === null) throw new Error("no row");
  await handle(page, "three").hover();
  await page.mouse.down();
  await page.mouse.move(first.x + 20, first.y + 40, { steps: 4 });
  await page.mouse.move(first.x + 20, first.y + 4, { steps: 4 });
  await expect(panel(page).locator(".action[data-dragging]")).toContainText("three");
  await expect(panel(page).locator(".action[data-drop]")).toContainText("one");
  await page.mouse.up();
  await expect(rows(page)).toContainText(["three", "one", "two"]);
  await expect(rows(ben.page)).toContainText(["three", "one", "two"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toContainText(["one", "two", "three"]);
  await expect(rows(ben.page)).toContainText(["one", "two", "three"]);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(rows(ben.page)).toContainText(["three", "one", "two"]);
});

test("the due dates are saved as a calendar, from the panel and from the menu of downloads [D1]", async ({
  createPerson,
}) => {
  const { ann, board } = await openSharedBoard(createPerson);
  const { page } = ann;
  await addActions(ann, board.id, ["Someday"]);
  await actionsButton(page).click();
  await expect(rows(page)).toContainText(["Someday"]);
  const calendar = panel(page).getByRole("button", { name: "Due dates as a calendar" });
  await expect(calendar).toHaveCount(0);
  await ann.api.send("POST", `/boards/${board.id}/actions`, { text: "Call Bob", due_on: "2030-12-24" });
  const [saved] = await Promise.all([page.waitForEvent("download"), calendar.click()]);
  expect(saved.suggestedFilename()).toBe("Sprint 42.ics");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  const item = page.getByRole("menuitem", { name: "Actions as a calendar (.ics)" });
  const [again] = await Promise.all([page.waitForEvent("download"), item.click()]);
  const stream = await again.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  expect(text).toContain("DTSTART;VALUE=DATE:20301224");
  expect(text).not.toContain("Someday");
});
