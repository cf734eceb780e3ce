import type { Board } from "@retro/contract/boards";
import type { Item, TreeItem } from "@retro/contract/items";
import type { Visitor } from "./app.ts";

/** A board with shorthands for what tests do on it. */
export interface TestBoard {
  id: string;
  url: string;
  board: Board;
  /** Ids of the first section's columns. */
  columns: string[];
}

/** Makes a board from the default template. */
export async function makeBoard(visitor: Visitor, title = "Retro"): Promise<TestBoard> {
  const board = (await visitor.post("/api/v1/boards", { title })).json<{ data: Board }>().data;
  const url = `/api/v1/boards/${board.id}`;
  const tree = await treeOf(visitor, url);
  return { id: board.id, url, board, columns: tree[0]?.children.map((c) => c.id) ?? [] };
}

export async function treeOf(visitor: Visitor, url: string): Promise<TreeItem[]> {
  return (await visitor.get(`${url}/items`)).json<{ data: TreeItem[] }>().data;
}

/** All items of a tree, flat. */
export function flattenTree(tree: readonly TreeItem[]): TreeItem[] {
  return tree.flatMap((item) => [item, ...flattenTree(item.children)]);
}

export async function addSticker(
  visitor: Visitor,
  board: TestBoard,
  title: string,
  parentId = board.columns[0],
): Promise<Item> {
  const answer = await visitor.post(`${board.url}/items`, { title, parent_id: parentId });
  if (answer.statusCode !== 201) throw new Error(`no sticker: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: Item }>().data;
}
