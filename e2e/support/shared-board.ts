import type { Locator, Page } from "@playwright/test";
import { column } from "./board-page.ts";
import { addSticker, expect, type Fixtures, createBoard, type Person } from "./fixtures.ts";

export interface SharedBoard {
  ann: Person;
  ben: Person;
  board: Awaited<ReturnType<typeof createBoard>>;
  /** Id of each sticker by its text. */
  ids: Record<string, string>;
}

/**
 * Ann and Ben on one board of the sections Start, Stop and Continue; both see it.
 * @param stickers texts of its stickers, by the column's index over all sections
 */
export async function openSharedBoard(
  createPerson: Fixtures["createPerson"],
  stickers: Record<number, readonly string[]> = {},
): Promise<SharedBoard> {
  const [ann, ben] = [await createPerson({ name: "Ann" }), await createPerson({ name: "Ben" })];
  const board = await createBoard(ann, "Sprint 42", "Start / Stop / Continue");
  const ids: Record<string, string> = {};
  for (const [index, texts] of Object.entries(stickers))
    for (const text of texts)
      ids[text] = (await addSticker(ann, board.id, board.columns[Number(index)], text)).id;
  await Promise.all([ann, ben].map(({ page }) => page.goto(board.path)));
  for (const { page } of [ann, ben])
    await expect(page.getByRole("list", { name: "People here" }).getByRole("img")).toHaveCount(2);
  return { ann, ben, board, ids };
}

/** The texts of a column's stickers in order, those in open groups included. */
export async function expectColumn(page: Page, index: number, texts: readonly string[]): Promise<void> {
  await expect(column(page, index).locator(".sticker-text")).toHaveText(texts);
}

/** Chooses from a sticker's menu. */
export async function chooseFromStickerMenu(page: Page, sticker: Locator, item: string): Promise<void> {
  await sticker.hover();
  await sticker.getByRole("button", { name: "Sticker menu" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** Presses Save in the topmost dialog and waits until it is closed. */
export async function saveDialog(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toHaveCount(0);
}
