import type { Locator, Page } from "@playwright/test";

/** The board's columns, counted over all sections. */
export function column(page: Page, index: number): Locator {
  return page.getByRole("list", { name: /column|колонка/i }).nth(index);
}

/** A sticker by its text. */
export function sticker(page: Page, text: string): Locator {
  return page.getByRole("article").filter({ hasText: text });
}

/** Adds a sticker by a double click on the column, the text and Save. */
export async function writeSticker(page: Page, columnIndex: number, text: string): Promise<void> {
  const box = await column(page, columnIndex).boundingBox();
  if (!box) throw new Error("no such column");
  await column(page, columnIndex).dblclick({ position: { x: box.width / 2, y: box.height - 8 } });
  const dialog = page.getByRole("dialog", { name: /New Sticker|Новый стикер/ });
  await dialog.getByRole("textbox").first().fill(text);
  await dialog.getByRole("button", { name: /^(Save|Сохранить)$/ }).click();
  await dialog.waitFor({ state: "hidden" });
}
