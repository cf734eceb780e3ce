import { randomUUID } from "node:crypto";
import type { Board } from "@retro/contract/entities";
import type { HttpClient } from "../http-client.ts";
import { fetchColumnIds } from "../retro-client.ts";
import { Visitor } from "../visitor.ts";
import { seededRandom, randomText } from "./random-text.ts";

export interface FilledBoard {
  id: string;
  title: string;
  owner: Visitor;
  authors: Visitor[];
  columns: string[];
  titles: string[];
  ids: string[];
}

/** Creates a board through the API, with texts of natural words; columns and authors take turns. */
export async function createFilledBoard(
  http: HttpClient,
  options: { stickers: number; authors: number; sections?: number; title?: string; seed?: number },
): Promise<FilledBoard> {
  const title = options.title ?? "Retrospective of the bench";
  const authors = [];
  for (let i = 0; i < Math.max(1, options.authors); i += 1) authors.push(await Visitor.createAnonymous(http));
  const owner = authors[0] as Visitor;
  const board = await owner.callApi<Board>("POST", "/api/v1/boards", { title });
  if (options.sections !== undefined) await setSectionCount(owner, board, options.sections);
  const columns = await fetchColumnIds(owner, board.id);
  const random = seededRandom(options.seed ?? 1);
  const titles = Array.from({ length: options.stickers }, () => randomText(random));
  const ids = titles.map(() => randomUUID());
  for (const [i, text] of titles.entries()) {
    const author = authors[i % authors.length] as Visitor;
    const body = { id: ids[i], title: text, parent_id: columns[i % columns.length] };
    await author.callApi("POST", `/api/v1/boards/${board.id}/items`, body);
  }
  return { id: board.id, title, owner, authors, columns, titles, ids };
}

async function setSectionCount(owner: Visitor, board: Board, count: number): Promise<void> {
  const kept = board.sections.slice(0, count).map(({ id, title }) => ({ id, title }));
  const added = Array.from({ length: count - kept.length }, (_, i) => ({
    title: `Section ${kept.length + i + 1}`,
  }));
  await owner.callApi("PUT", `/api/v1/boards/${board.id}`, {
    title: board.title,
    description: board.description,
    sections: [...kept, ...added],
    deletes: board.sections.slice(count).map(({ id }) => id),
  });
}
