import type { Locator, Page } from "@playwright/test";
import { composer } from "./support/board-page.ts";
import { startMeeting } from "./support/facilitation.ts";
import { addSticker, createBoard, expect, test, type Person } from "./support/fixtures.ts";

/** A small phone without and with its keyboard: the browser makes the page smaller (`interactive-widget`). */
const screen = { full: { width: 360, height: 640 }, withKeyboard: { width: 360, height: 300 } };

/** Opens the keyboard on a field, which and whose Save stay in view, and closes it again. */
async function expectAboveKeyboard(page: Page, field: Locator, save: Locator) {
  await field.tap();
  await expect(field).toBeFocused();
  await page.setViewportSize(screen.withKeyboard);
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(save).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(screen.full);
}

async function openBoard(person: Person): Promise<void> {
  const board = await createBoard(person);
  for (let i = 1; i <= 8; i += 1) await addSticker(person, board.id, board.columns[i % 2], `Sticker ${i}`);
  await person.api.send("POST", `/boards/${board.id}/facilitators`);
  await person.page.goto(board.path);
  await expect(person.page.getByRole("article")).toHaveCount(8);
}

test("the keyboard covers neither a field nor Save on a small phone", async ({ createPerson }) => {
  test.setTimeout(180_000);
  const context = { viewport: screen.full, hasTouch: true, isMobile: true };
  const { page, ...me } = await createPerson({ context });
  await openBoard({ page, ...me });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  };

  await test.step("the composer at the end of the list", async () => {
    await page.getByRole("button", { name: "Add to Went well" }).tap();
    await expectAboveKeyboard(page, composer(page), button("Save sticker"));
    await expect(page.locator(".add-bar")).toBeHidden();
    await page.setViewportSize(screen.withKeyboard);
    for (const text of ["One", "Two", "Three"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await expect(composer(page)).toBeInViewport({ ratio: 1 });
      await expect(button("Save sticker")).toBeInViewport({ ratio: 1 });
    }
    await page.keyboard.press("Escape");
    await page.setViewportSize(screen.full);
    await expect(page.locator(".add-bar")).toBeVisible();
  });
  await test.step("New Sticker, with a long text too", async () => {
    await button("Add sticker").first().tap();
    await expectAboveKeyboard(page, dialog.getByRole("textbox").first(), save);
    await page.setViewportSize(screen.withKeyboard);
    await dialog.getByRole("textbox").first().fill("line\n".repeat(20));
    await expect(save).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(screen.full);
    await dialog.getByRole("button", { name: "Cancel", exact: true }).tap();
    await expect(dialog).toHaveCount(0);
  });
  await test.step("Edit Sticker", async () => {
    await page.getByRole("article").first().focus();
    await page.keyboard.press("Enter");
    await expectAboveKeyboard(page, dialog.getByRole("textbox").first(), save);
    await close();
  });
  await test.step("the board's settings: the first and the last field", async () => {
    await button("More").tap();
    await button("Board settings").tap();
    await expectAboveKeyboard(page, dialog.getByRole("textbox").first(), save);
    await expectAboveKeyboard(page, dialog.getByRole("textbox").last(), save);
    await dialog.getByRole("button", { name: "Cancel", exact: true }).tap();
    await expect(dialog).toHaveCount(0);
  });
  await test.step("a section's settings", async () => {
    await button("Section menu").first().tap();
    await page.getByRole("menuitem", { name: "Edit", exact: true }).tap();
    await expectAboveKeyboard(page, dialog.getByRole("textbox").first(), save);
    await close();
  });
  await test.step("feedback", async () => {
    await button("More").tap();
    await button("Leave Feedback").first().tap();
    await expect(dialog.getByRole("textbox").first()).toBeVisible();
    for (const field of await dialog.getByRole("textbox").all()) await expectAboveKeyboard(page, field, save);
    await dialog.getByRole("button", { name: "Cancel", exact: true }).tap();
    await expect(dialog).toHaveCount(0);
  });
  await test.step("the facilitator's options: the number of votes", async () => {
    await button("More").tap();
    await button("Facilitator Controls").tap();
    await page.getByRole("menuitem", { name: "Options" }).tap();
    await dialog.getByRole("switch", { name: "Limit votes" }).tap();
    const apply = dialog.getByRole("button", { name: "Apply", exact: true });
    await expectAboveKeyboard(page, dialog.getByRole("spinbutton"), apply);
  });
});

for (const [name, viewport] of [
  ["a low window", { width: 844, height: 200 }],
  ["a small desktop", { width: 1200, height: 800 }],
] as const)
  test(`the bars at the bottom cover nothing of the field in a column, ${name}`, async ({ createPerson }) => {
    const fay = await createPerson({ name: "Fay" });
    // With an animal's name: it is asked for the own one.
    const { page } = await createPerson({ context: { viewport, hasTouch: true } });
    const board = await createBoard(fay);
    for (let i = 1; i <= 12; i += 1) await addSticker(fay, board.id, board.columns[1], `Sticker ${i}`);
    await page.goto(board.path);
    await expect(page.getByRole("article")).toHaveCount(12);
    const openField = () => page.getByRole("button", { name: "New sticker in column 2" }).first().tap();
    const covered = () =>
      page.locator(".composer").evaluate((form) => {
        const { left, right, top, bottom } = form.getBoundingClientRect();
        const at = [left + 20, right - 20].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y] as const));
        return at.filter(([x, y]) => !form.contains(document.elementFromPoint(x, y)));
      });
    await expect(page.locator(".name-bar")).toBeAttached();
    await openField();
    await expect.poll(covered).toEqual([]);
    await page.keyboard.press("Escape");
    await fay.page.goto(board.path);
    await startMeeting(fay.page);
    await expect(page.getByRole("region", { name: "Meeting" })).toBeAttached();
    await openField();
    await expect.poll(covered).toEqual([]);
  });
