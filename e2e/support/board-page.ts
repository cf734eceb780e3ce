import { expect, type Locator, type Page } from "@playwright/test";

/** The board's columns, counted over all sections. */
export function column(page: Page, index: number): Locator {
  return page.getByRole("list", { name: /column|колонка/i }).nth(index);
}

/** A sticker by its own text; a closed group shows those of others, too. */
export function sticker(page: Page, text: string): Locator {
  return page.getByRole("article").filter({ has: page.locator("[id^=text-]", { hasText: text }) });
}

/** A button in a message, for example Undo. @param text a part of the message; absent: of any message */
export function toastButton(page: Page, name: string, text = ""): Locator {
  const messages = page.locator(".toasts .notistack-MuiContent").filter({ hasText: text });
  return messages.getByRole("button", { name, exact: true });
}

/**
 * Clicks, and waits for a message that is shown for about a second only: the page looks for it in each frame,
 * while `expect` would look twice a second.
 * @param text the whole message
 */
export async function clickForToast(target: Locator, text: string): Promise<void> {
  const shown = target
    .page()
    .waitForFunction(
      (words) =>
        [...document.querySelectorAll(".toasts .notistack-MuiContent")].some(
          ({ textContent }) => textContent.trim() === words,
        ),
      text,
    );
  await target.click();
  await shown;
}

/** The open composer: the field in a column that adds stickers. */
export function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: /^(New sticker in column|Новый стикер в колонке)/ });
}

/** Opens New Sticker by a double click on the column. */
export async function openNewSticker(page: Page, columnIndex: number): Promise<Locator> {
  const target = column(page, columnIndex);
  const dialog = page.getByRole("dialog", { name: /New Sticker|Новый стикер/ });
  // Half a second after a press columns become wider or narrower: then the place is another one.
  await expect(async () => {
    if (await dialog.isVisible()) return;
    const box = await target.boundingBox();
    if (!box) throw new Error("no such column");
    await target.dblclick({ position: { x: box.width / 2, y: box.height - 8 }, timeout: 5000 });
  }).toPass();
  return dialog;
}

/** Adds a sticker by a double click on the column, the text and Save. */
export async function writeSticker(page: Page, columnIndex: number, text: string): Promise<void> {
  const dialog = await openNewSticker(page, columnIndex);
  await dialog.getByRole("textbox").first().fill(text);
  await dialog.getByRole("button", { name: /^(Save|Сохранить)$/ }).click();
  await dialog.waitFor({ state: "hidden" });
  // Before the sticker is there the column is shorter: the next double click would hit the sticker.
  await sticker(page, text).first().waitFor();
}

/** Chooses a colour in a dialog with the row of text styles. */
export async function chooseColor(dialog: Locator, name: string, color: string): Promise<void> {
  await dialog.getByRole("button", { name, exact: true }).click();
  const colors = dialog.page().getByRole("dialog", { name, exact: true });
  await colors.getByRole("button", { name: color, exact: true }).click();
  await colors.waitFor({ state: "hidden" });
}
