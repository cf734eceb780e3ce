import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import type { StickerStyle } from "@retro/contract/styles";
import type { Visitor } from "./app.ts";
import { type TestBoard, treeOf } from "./boards.ts";

/** A sticker to put on a board, with its nested stickers. */
export interface StickerFixture {
  title: string;
  style?: StickerStyle;
  nested?: StickerFixture[];
}

/** The id of a column: section and column counted from 0. */
export async function columnOf(
  by: Visitor,
  board: TestBoard,
  section: number,
  column: number,
): Promise<string> {
  const found = (await treeOf(by, board.url))[section]?.children[column];
  if (found === undefined) throw new Error(`no column ${section}.${column}`);
  return found.id;
}

/** Puts stickers into a column (or under a sticker). @returns their ids, nested ones after their parent */
export async function putStickers(
  by: Visitor,
  board: TestBoard,
  parentId: string | undefined,
  stickers: readonly StickerFixture[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const { title, style, nested } of stickers) {
    const answer = await by.post(`${board.url}/items`, {
      title,
      parent_id: parentId,
      ...(style && { style }),
    });
    if (answer.statusCode !== 201) throw new Error(`no sticker: ${answer.statusCode} ${answer.body}`);
    const { id } = answer.json<{ data: { id: string } }>().data;
    ids.push(id, ...(nested ? await putStickers(by, board, id, nested) : []));
  }
  return ids;
}

/** Takes the seat if it is free, and sets options one by one. */
export async function facilitate(
  by: Visitor,
  board: Pick<TestBoard, "url">,
  options: Partial<FacilitatorOptions>,
): Promise<void> {
  await by.post(`${board.url}/facilitators`);
  for (const [option, value] of Object.entries(options)) {
    const answer = await by.put(`${board.url}/facilitators`, { option, value });
    if (answer.statusCode !== 200) throw new Error(`no option: ${answer.statusCode} ${answer.body}`);
  }
}
