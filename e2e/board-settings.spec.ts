import type { Locator, Page } from "@playwright/test";
import { chooseColor, sticker } from "./support/board-page.ts";
import { expect, test } from "./support/fixtures.ts";
import { createTouchGestures, releaseDrag } from "./support/pointer.ts";
import { openSharedBoard, saveDialog } from "./support/shared-board.ts";
import { button } from "./support/facilitation.ts";

const sectionTitles = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });
const chooseFromSectionMenu = async (page: Page, section: string, item: string) => {
  await button(page.getByRole("region", { name: section, exact: true }), "Section menu").click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};
const openSettings = async (page: Page): Promise<Locator> => {
  await button(page, "Board settings").click();
  return page.getByRole("dialog", { name: "Edit Board" });
};
/** The titles of the sections in Edit Board, in their order. */
const expectSections = (dialog: Locator, expected: readonly string[]) =>
  expect
    .poll(() =>
      dialog
        .getByLabel(/^Title of section \d+$/)
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
    )
    .toEqual(expected);
const sectionField = (dialog: Locator, number: number) =>
  dialog.getByLabel(`Title of section ${number}`, { exact: true });

test("Edit Section changes title, background and the style of its stickers, with a live preview; the other user sees it @core", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["A sticker of Start"] });
  await chooseFromSectionMenu(ann.page, "Start", "Edit");
  const dialog = ann.page.getByRole("dialog", { name: "Edit Section" });
  const title = dialog.getByLabel("Title");
  await title.fill("");
  await expect(dialog).toContainText("Title field is required.");
  await title.fill("x".repeat(256));
  await expect(dialog).toContainText("Max allowed length is 255");
  await expect(button(dialog, "Save")).toBeDisabled();
  await title.fill("Begin");
  await button(dialog.getByRole("group", { name: "Section background" }), "Pink").click();
  await chooseColor(dialog, "Background", "Teal");
  await button(dialog, "Bold").click();
  const preview = dialog.locator(".preview");
  await expect(preview.getByRole("heading", { name: "Begin" })).toBeVisible();
  await expect(preview).toHaveCSS("background-color", "rgb(255, 240, 245)");
  await expect(preview.locator(".sticker")).toHaveCSS("background-color", "rgb(160, 236, 240)");
  await expect(preview.locator(".sticker")).toHaveCSS("font-weight", "700");
  await saveDialog(dialog);
  for (const { page } of [ann, ben]) {
    const section = page.getByRole("region", { name: "Begin" });
    await expect(section).toHaveCSS("background-color", "rgb(255, 240, 245)");
    await expect(sticker(page, "A sticker of Start")).toHaveCSS("background-color", "rgb(160, 236, 240)");
    await expect(sticker(page, "A sticker of Start")).toHaveCSS("font-weight", "700");
  }
});

test("Delete Section asks and says what is deleted with it; the last section stays [T2]", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson, { 0: ["One"] });
  const dialog = ann.page.getByRole("dialog", { name: "Delete Section" });
  await chooseFromSectionMenu(ann.page, "Start", "Delete");
  await expect(dialog).toContainText(
    "The section “Start” and its 1 sticker will be deleted. This cannot be undone.",
  );
  await button(dialog, "Cancel").click();
  await expect(sectionTitles(ann.page)).toHaveText(["Start", "Stop", "Continue"]);
  for (const title of ["Start", "Stop"]) {
    await chooseFromSectionMenu(ann.page, title, "Delete");
    await button(dialog, "Delete").click();
    await expect(dialog).toHaveCount(0);
  }
  for (const { page } of [ann, ben]) await expect(sectionTitles(page)).toHaveText(["Continue"]);
  await button(ann.page, "Section menu").click();
  await expect(ann.page.getByRole("menuitem", { name: "Delete" })).toBeDisabled();
});

test("Edit Board: title, description, sections renamed, dragged, added to twelve and removed; the other sees all of it", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson, { 3: ["In Stop"] });
  let dialog = await openSettings(ann.page);
  await dialog.getByLabel("Title", { exact: true }).fill("");
  await expect(dialog).toContainText("Title field is required.");
  await dialog.getByLabel("Title", { exact: true }).fill("Sprint 43");
  await dialog.getByLabel("Description").fill("d".repeat(256));
  await expect(dialog).toContainText("Max allowed length is 255");
  await dialog.getByLabel("Description").fill("Two weeks in October");
  // An error appears under the section that it concerns.
  await sectionField(dialog, 2).fill("");
  await expect(sectionField(dialog, 2)).toHaveAttribute("aria-invalid", "true");
  await expect(sectionField(dialog, 1)).toHaveAttribute("aria-invalid", "false");
  await expect(dialog.getByText("Title field is required.")).toHaveCount(1);
  await expect(button(dialog, "Save")).toBeDisabled();
  await sectionField(dialog, 2).fill("Halt");
  for (let count = 3; count < 12; count += 1) await button(dialog, "Add section").click();
  await expect(button(dialog, "Add section")).toHaveCount(0);
  const added = [4, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => `Section ${number}`);
  await expectSections(dialog, ["Start", "Halt", "Continue", ...added]);
  for (let number = 12; number > 4; number -= 1)
    await button(dialog, `Remove section “Section ${number}”`).click();
  await expectSections(dialog, ["Start", "Halt", "Continue", "Section 4"]);
  await expect(button(dialog, "Add section")).toBeVisible();
  // Sorts by dragging, then by button.
  const handle = (title: string) => button(dialog, `Drag “${title}”`);
  await handle("Continue").hover();
  await ann.page.mouse.down();
  const targetBox = await handle("Start").boundingBox();
  if (targetBox === null) throw new Error("no handle");
  await ann.page.mouse.move(targetBox.x + 8, targetBox.y + targetBox.height / 2, { steps: 5 });
  await releaseDrag(ann.page);
  await expectSections(dialog, ["Continue", "Start", "Halt", "Section 4"]);
  await button(dialog, "Move “Start” down").click();
  await expectSections(dialog, ["Continue", "Halt", "Start", "Section 4"]);
  await saveDialog(dialog);
  for (const { page } of [ann, ben]) {
    await expect(sectionTitles(page)).toHaveText(["Continue", "Halt", "Start", "Section 4"]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sprint 43");
    await expect(page).toHaveTitle(/Sprint 43/);
    await expect(button(page, "Two weeks in October")).toBeVisible();
  }

  // A section with stickers asks before it is deleted.
  dialog = await openSettings(ann.page);
  await button(dialog, "Remove section “Halt”").click();
  await button(dialog, "Save").click();
  const asked = ann.page.getByRole("dialog", { name: "Remove sections with stickers?" });
  await expect(asked).toContainText("The sections you removed contain 1 sticker.");
  await button(asked, "Remove").click();
  for (const { page } of [ann, ben])
    await expect(sectionTitles(page)).toHaveText(["Continue", "Start", "Section 4"]);
  const kept = await ann.api.get<{ sections: { title: string }[] }>(`/boards/${board.id}`);
  expect(kept.sections.map(({ title }) => title)).toEqual(["Continue", "Start", "Section 4"]);
});

test("the sections of Edit Board are sorted by keyboard, by a finger and at the edge of the dialog", async ({
  createPerson,
}) => {
  const { ann, board } = await openSharedBoard(createPerson);
  const sections = async (page: Page) => {
    const dialog = await openSettings(page);
    return { dialog, handle: (title: string) => button(dialog, `Drag “${title}”`) };
  };
  const { dialog, handle } = await sections(ann.page);
  await handle("Continue").focus();
  for (const key of ["Space", "ArrowUp", "Escape"]) await ann.page.keyboard.press(key);
  await expectSections(dialog, ["Start", "Stop", "Continue"]);
  for (const key of ["Space", "ArrowUp", "ArrowUp"]) await ann.page.keyboard.press(key);
  await expect(dialog.getByRole("status").filter({ hasText: "Place 1 of 3" })).toBeAttached();
  await ann.page.keyboard.press("Space");
  await expectSections(dialog, ["Continue", "Start", "Stop"]);
  await expect(handle("Continue")).toBeFocused();

  const { page } = await createPerson({
    name: "Cy",
    context: { hasTouch: true, viewport: { width: 800, height: 500 } },
  });
  await page.goto(board.path);
  const other = await sections(page);
  for (let count = 3; count < 9; count += 1) await button(other.dialog, "Add section").click();
  const finger = await createTouchGestures(page);
  await other.handle("Stop").scrollIntoViewIfNeeded();
  await finger.swipe(other.handle("Stop"), -60);
  const added = [4, 5, 6, 7, 8, 9].map((number) => `Section ${number}`);
  await expectSections(other.dialog, ["Stop", "Start", "Continue", ...added]);
  await other.handle("Stop").hover();
  await page.mouse.down();
  await page.mouse.move(400, 490, { steps: 5 });
  await expect(button(other.dialog, "Drag “Section 9”")).toBeInViewport();
  await expect(page.locator("[data-drop=after]")).toBeVisible();
  await releaseDrag(page);
  await expectSections(other.dialog, ["Start", "Continue", ...added, "Stop"]);
});

test("Edit Board while another user deletes one of its sections: it says which one, and the rest can be saved", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson);
  const dialog = await openSettings(ann.page);
  await dialog.getByLabel("Title", { exact: true }).fill("Sprint 43");
  await sectionField(dialog, 2).fill("Stop it");
  await ben.api.send("DELETE", `/boards/${board.id}/items/${board.tree[1]?.id}`);
  await expect(ann.page.getByRole("region", { name: "Stop", includeHidden: true })).toHaveCount(0);
  await button(dialog, "Save").click();
  await expect(dialog.getByText("This section is not on this board")).toBeVisible();
  await expect(sectionField(dialog, 2)).toHaveAttribute("aria-invalid", "true");
  await button(dialog, "Remove section “Stop it”").click();
  await saveDialog(dialog);
  for (const { page } of [ann, ben]) {
    await expect(sectionTitles(page)).toHaveText(["Start", "Continue"]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sprint 43");
  }
});
