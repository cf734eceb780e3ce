import type { Locator, Page } from "@playwright/test";
import {
  chooseColor,
  column,
  composer,
  openNewSticker,
  sticker,
  writeSticker,
} from "./support/board-page.ts";
import { addSticker, expect, test } from "./support/fixtures.ts";
import { expectColumn, openSharedBoard, saveDialog } from "./support/shared-board.ts";
import { button } from "./support/facilitation.ts";

const newStickerDialog = (page: Page) => page.getByRole("dialog", { name: "New Sticker" });
const titleField = (page: Page) => newStickerDialog(page).getByRole("textbox", { name: "Title" });

test("a double click on a column, the section's plus and the column's plus each write a sticker that the other sees @core", async ({
  createPerson,
}) => {
  const { ann, ben } = await openSharedBoard(createPerson);
  await writeSticker(ann.page, 1, "by double click");
  // Beside the only used column, only the keyboard reaches it.
  await button(ann.page, "New sticker in column 1").first().press("Enter");
  await composer(ann.page).fill("by the tile");
  await ann.page.keyboard.press("Enter");
  await ann.page.keyboard.press("Escape");
  await expectColumn(ben.page, 0, ["by the tile"]);
  await expectColumn(ben.page, 1, ["by double click"]);
  // The section's own button chooses the shortest column.
  await button(ann.page, "Add sticker").first().click();
  await titleField(ann.page).fill("by plus");
  await ann.page.keyboard.press("Enter");
  await expectColumn(ben.page, 2, ["by plus"]);
});

test("a sticker keeps its format on both screens, and takes its section's style where it has none @core", async ({
  createPerson,
}) => {
  const { ann, ben, board } = await openSharedBoard(createPerson);
  const [section] = board.tree;
  const style = { item: { backgroundColor: "#f7ccf8", fontStyle: "italic", fontSize: "16px" } };
  await ann.api.send("PUT", `/boards/${board.id}/items/${section?.id}`, { style });
  await writeSticker(ann.page, 0, "as the section wants it");
  for (const { page } of [ann, ben]) {
    const plain = sticker(page, "as the section wants it");
    await expect(plain).toHaveCSS("background-color", "rgb(247, 204, 248)");
    await expect(plain).toHaveCSS("font-style", "italic");
    await expect(plain).toHaveCSS("font-size", "16px");
  }
  await sticker(ben.page, "as the section wants it").dblclick();
  const dialog = ben.page.getByRole("dialog", { name: "Edit Sticker" });
  for (const mark of ["Bold", "Italic", "Underline"]) await button(dialog, mark).click();
  await dialog.getByRole("combobox", { name: "Size" }).click();
  await ben.page.getByRole("option", { name: "20", exact: true }).click();
  await chooseColor(dialog, "Background", "Blue");
  await chooseColor(dialog, "Text colour", "Red");
  const field = dialog.locator(".sticker-input");
  await expect(field).toHaveCSS("font-weight", "700");
  await saveDialog(dialog);
  for (const { page } of [ann, ben]) {
    const formatted = sticker(page, "as the section wants it");
    await expect(formatted).toHaveCSS("background-color", "rgb(195, 224, 255)");
    await expect(formatted).toHaveCSS("font-weight", "700");
    await expect(formatted).toHaveCSS("font-style", "normal");
    await expect(formatted).toHaveCSS("font-size", "20px");
    await expect(formatted.locator(".sticker-text")).toHaveCSS("color", /^rgb\(1\d\d, \d{1,2}, \d{1,2}\)$/);
  }
});

test("links open apart from the board, a script is no link, line breaks stay, and a long word does not widen its column", async ({
  createPerson,
}) => {
  const { ann, board } = await openSharedBoard(createPerson);
  await addSticker(
    ann,
    board.id,
    board.columns[0],
    "See https://example.com/a?b=1.\njavascript:alert(1)\n<b>x</b>",
  );
  await addSticker(ann, board.id, board.columns[1], "W".repeat(400));
  const linked = sticker(ann.page, "See https");
  const link = linked.getByRole("link");
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute("href", "https://example.com/a?b=1");
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", /noopener/);
  expect(await linked.locator(".sticker-text").innerText()).toBe(
    "See https://example.com/a?b=1.\njavascript:alert(1)\n<b>x</b>",
  );
  const long = sticker(ann.page, "WWW");
  await expect(long).toBeVisible();
  expect(await long.evaluate((article) => article.scrollWidth - article.clientWidth)).toBeLessThanOrEqual(0);
  expect(await column(ann.page, 1).evaluate((list) => list.clientWidth)).toBe(
    await column(ann.page, 0).evaluate((list) => list.clientWidth),
  );
});

test("[W3] Hebrew and Arabic run from right to left on an English page: stickers, titles, actions, and the fields for them", async ({
  createPerson,
}) => {
  const { ann, board } = await openSharedBoard(createPerson, { 0: ["שלום C++", "Left 1"] });
  const { page } = ann;
  await ann.api.send("POST", `/boards/${board.id}/actions`, { text: "إجراء" });
  await ann.api.send("PUT", `/boards/${board.id}`, { title: "רטרו", from: { title: "Sprint 42" } });
  const direction = (text: Locator) => text.evaluate((element) => getComputedStyle(element).direction);
  await expect.poll(() => direction(page.getByText("שלום C++"))).toBe("rtl");
  await expect
    .poll(() => direction(page.getByRole("heading", { name: "רטרו" }).locator(".text")))
    .toBe("rtl");
  expect(await direction(page.getByText("Left 1"))).toBe("ltr");
  const isAtTheRight = (text: Locator) =>
    text.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [words, box] = [range, element.closest(".sticker-text")].map((each) =>
        each?.getBoundingClientRect(),
      );
      return (box?.right ?? 0) - (words?.right ?? 0) < (words?.left ?? 0) - (box?.left ?? 0);
    });
  expect(await isAtTheRight(page.getByText("שלום C++"))).toBe(true);
  expect(await isAtTheRight(page.getByText("Left 1"))).toBe(false);
  await openNewSticker(page, 1);
  const field = titleField(page);
  for (const [typed, runs] of [
    ["مرحبا", "rtl"],
    ["Hello", "ltr"],
  ] as const) {
    await field.fill(typed);
    expect(await direction(field)).toBe(runs);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Actions/ }).click();
  await expect.poll(() => direction(page.locator(".action-text"))).toBe("rtl");
});
