import type { Page } from "@playwright/test";
import { sticker, toastButton } from "./support/board-page.ts";
import { expect, type Person, test } from "./support/fixtures.ts";
import { createTouchGestures } from "./support/pointer.ts";
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
  await panel(page).getByLabel("Due date").fill("2030-12-24");
  await panel(page).getByRole("button", { name: "Add" }).click();
  await expect(rows(page)).toContainText(["Cache the builds"]);
  await expect(field(page)).toBeFocused();
  await field(page).fill("Ask the others");
  await field(page).press("Enter");

  await expect(actionsButton(ben.page)).toHaveAccessibleName("Actions: 2 open");
  await actionsButton(ben.page).click();
  await expect(rows(ben.page)).toContainText(["Cache the builds", "Ask the others"]);
  await expect(panel(ben.page)).toContainText("Ben");
  await expect(panel(ben.page)).toContainText("Dec 24, 2030");
  await panel(ben.page).getByRole("button", { name: "Move up" }).last().press("Enter");
  await expect(rows(page)).toContainText(["Ask the others", "Cache the builds"]);

  await panel(ben.page).getByRole("checkbox", { name: "Done: Cache the builds" }).check();
  await expect(actionsButton(page)).toHaveAccessibleName("Actions: 1 open");
  await rows(ben.page).first().click();
  const editor = panel(ben.page).getByRole("form", { name: "Edit action" });
  await editor.getByRole("textbox", { name: "Action", exact: true }).fill("Ask everyone");
  await editor.getByRole("textbox", { name: "Action", exact: true }).press("Enter");
  await expect(rows(page)).toContainText(["Ask everyone", "Cache the builds"]);

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

test("a drag at the end of what is visible scrolls the list, up to its last place [D1]", async ({
  createPerson,
}) => {
  const { ann, board } = await openSharedBoard(createPerson);
  const texts = Array.from({ length: 25 }, (_, i) => `action ${String(i + 1).padStart(2, "0")}`);
  await addActions(ann, board.id, texts);
  const { page } = ann;
  await actionsButton(page).click();
  await expect(rows(page)).toHaveCount(texts.length);
  const body = page.locator(".side-panel-body");
  await handle(page, "action 01").hover();
  await page.mouse.down();
  const box = await body.boundingBox();
  if (box === null) throw new Error("no panel");
  await page.mouse.move(box.x + 40, box.y + box.height - 10, { steps: 4 });
  await expect
    .poll(() => body.evaluate((el) => el.scrollHeight - el.clientHeight - el.scrollTop))
    .toBeLessThan(2);
  await page.mouse.up();
  await expect(rows(page).last()).toContainText("action 01");
  await expect(rows(page).first()).toContainText("action 02");
});

test("an action that is picked up by keyboard goes where the arrow keys say; Escape takes it back [D1]", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson);
  await addActions(ann, board.id, ["one", "two", "three"]);
  const { page } = ann;
  await actionsButton(page).click();
  await expect(rows(page)).toContainText(["one", "two", "three"]);
  await handle(page, "three").focus();
  for (const key of ["Space", "ArrowUp", "Escape"]) await page.keyboard.press(key);
  await expect(panel(page)).toBeVisible();
  await expect(rows(page)).toContainText(["one", "two", "three"]);
  await expect(handle(page, "three")).toBeFocused();
  for (const key of ["Space", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  await expect(page.getByRole("status").filter({ hasText: "Place 1 of 3" })).toBeAttached();
  await page.keyboard.press("Space");
  await expect(rows(page)).toContainText(["three", "one", "two"]);
  await expect(handle(page, "three")).toBeFocused();
  await actionsButton(ben.page).click();
  await expect(rows(ben.page)).toContainText(["three", "one", "two"]);
});

test("on a phone a finger drags an action by its handle, and scrolls the list beside it [D1]", async ({
  createPerson,
}) => {
  const phone = { hasTouch: true, viewport: { width: 390, height: 700 } };
  const { ann, board } = await openSharedBoard(createPerson);
  await addActions(ann, board.id, [
    "one",
    "two",
    "three",
    ...Array.from({ length: 12 }, (_, i) => `more ${i}`),
  ]);
  const { page } = await createPerson({ name: "Cy", context: phone });
  await page.goto(board.path);
  // Not a mouse: it would rest above the list, and the finger would touch the tooltip that it opens.
  await page.getByRole("button", { name: "More", exact: true }).tap();
  await actionsButton(page).tap();
  await expect(rows(page)).toHaveCount(15);
  const finger = await createTouchGestures(page);
  await expect(rows(page).nth(2)).toContainText("three");
  const [from, to] = await Promise.all(["one", "three"].map((text) => handle(page, text).boundingBox()));
  if (!from || !to) throw new Error("no handles");
  await handle(page, "one").scrollIntoViewIfNeeded();
  await finger.swipe(handle(page, "one"), to.y - from.y + 45);
  await expect(rows(page).nth(0)).toContainText("two");
  await expect(rows(page).nth(2)).toContainText("one");
  const body = panel(page).locator(".side-panel-body");
  await finger.swipe(rows(page).nth(2), -200);
  await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBeGreaterThan(50);
  await expect(rows(page).nth(2)).toContainText("one");
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
