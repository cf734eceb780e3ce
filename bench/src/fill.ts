import { randomUUID } from "node:crypto";
import type { Board } from "@retro/contract/entities";
import type { Http } from "./http.ts";
import { columnsOf } from "./ours.ts";
import { Visitor } from "./visitor.ts";
import { seeded, sentence } from "./words.ts";

/** A board with stickers on it. */
export interface Filled {
  id: string;
  title: string;
  owner: Visitor;
  authors: Visitor[];
  columns: string[];
  /** Ids of the stickers, in the order in which they were made. */
  titles: string[];
  ids: string[];
}

/** Makes a board of natural words through the public calls: columns and authors in turn. */
export async function fillBoard(
  http: Http,
  wish: { stickers: number; authors: number; sections?: number; title?: string; seed?: number },
): Promise<Filled> {
  const title = wish.title ?? "Retrospective of the bench";
  const authors = [];
  for (let i = 0; i < Math.max(1, wish.authors); i += 1) authors.push(await Visitor.come(http));
  const owner = authors[0] as Visitor;
  const board = await owner.json<Board>("POST", "/api/v1/boards", { title });
  if (wish.sections !== undefined) await giveSections(owner, board, wish.sections);
  const columns = await columnsOf(owner, board.id);
  const random = seeded(wish.seed ?? 1);
  const titles = Array.from({ length: wish.stickers }, () => sentence(random));
  const ids = titles.map(() => randomUUID());
  for (const [i, text] of titles.entries()) {
    const author = authors[i % authors.length] as Visitor;
    const body = { id: ids[i], title: text, parent_id: columns[i % columns.length] };
    await author.json("POST", `/api/v1/boards/${board.id}/items`, body);
  }
  return { id: board.id, title, owner, authors, columns, titles, ids };
}

async function giveSections(owner: Visitor, board: Board, count: number): Promise<void> {
  const kept = board.sections.slice(0, count).map(({ id, title }) => ({ id, title }));
  const added = Array.from({ length: count - kept.length }, (_, i) => ({
    title: `Section ${kept.length + i + 1}`,
  }));
  await owner.json("PUT", `/api/v1/boards/${board.id}`, {
    title: board.title,
    description: board.description,
    sections: [...kept, ...added],
    deletes: board.sections.slice(count).map(({ id }) => id),
  });
}
