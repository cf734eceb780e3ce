import type { Locator, Page } from "@playwright/test";
import { column } from "./board.ts";
import { addSticker, expect, type Fixtures, makeBoard, type Person } from "./fixtures.ts";

export interface Pair {
  ann: Person;
  ben: Person;
  board: Awaited<ReturnType<typeof makeBoard>>;
  /** Id of each sticker by its text. */
  ids: Record<string, string>;
}

/**
 * Ann and Ben on one board of the sections Start, Stop and Continue; both see it.
 * @param stickers texts that stand in its columns, by the column's index over all sections
 */
export async function pair(
  person: Fixtures["person"],
  stickers: Record<number, readonly string[]> = {},
): Promise<Pair> {
  const [ann, ben] = [await person({ name: "Ann" }), await person({ name: "Ben" })];
  const board = await makeBoard(ann, "Sprint 42", "Start / Stop / Continue");
  const ids: Record<string, string> = {};
  for (const [index, texts] of Object.entries(stickers))
    for (const text of texts)
      ids[text] = (await addSticker(ann, board.id, board.columns[Number(index)], text)).id;
  await Promise.all([ann, ben].map(({ page }) => page.goto(board.path)));
  for (const { page } of [ann, ben])
    await expect(page.getByRole("list", { name: "People here" }).getByRole("img")).toHaveCount(2);
  return { ann, ben, board, ids };
}

/** The texts that stand in a column, in their order, those in open groups included. */
export async function expectColumn(page: Page, index: number, texts: readonly string[]): Promise<void> {
  await expect(column(page, index).locator(".sticker-text")).toHaveText(texts);
}

/** Chooses from a sticker's menu. */
export async function fromMenu(page: Page, sticker: Locator, item: string): Promise<void> {
  await sticker.hover();
  await sticker.getByRole("button", { name: "Sticker menu" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** Presses Save in the dialog on top and waits until it has gone. */
export async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toHaveCount(0);
}
