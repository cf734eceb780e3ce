import { randomUUID } from "node:crypto";
import type { Board } from "@retro/contract/boards";
import type { HttpClient } from "./http-client.ts";
import { createBoard, fetchColumnIds } from "./retro-client.ts";
import { Visitor } from "./visitor.ts";
import { seededRandom, randomText } from "./random-text.ts";

export interface FilledBoard {
  id: string;
  /** Where a browser opens it. */
  address: string;
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
  options: { stickers: number; authors: number; sections?: number; title?: string },
): Promise<FilledBoard> {
  const title = options.title ?? "Retrospective of the bench";
  const authors = [];
  for (let i = 0; i < options.authors; i += 1) authors.push(await Visitor.createAnonymous(http));
  const owner = authors[0] as Visitor;
  const { id, path, columns } = await createBoard(owner, title);
  if (options.sections !== undefined) {
    await addSections(owner, path, options.sections);
    columns.splice(0, columns.length, ...(await fetchColumnIds(owner, id)));
  }
  const random = seededRandom(1);
  const titles = Array.from({ length: options.stickers }, () => randomText(random));
  const ids = titles.map(() => randomUUID());
  for (const [i, text] of titles.entries()) {
    const author = authors[i % authors.length] as Visitor;
    const body = { id: ids[i], title: text, parent_id: columns[i % columns.length] };
    await author.callApi("POST", `${path}/items`, body);
  }
  const address = `${http.url}/boards/${id}`;
  return { id, address, title, owner, authors, columns, titles, ids };
}

/** Adds sections to those of a new board, up to a number. */
async function addSections(owner: Visitor, path: string, count: number): Promise<void> {
  const { title, description, sections } = await owner.callApi<Board>("GET", path);
  const kept = sections.map((section) => ({ id: section.id, title: section.title }));
  const added = Array.from({ length: count - kept.length }, (_, i) => ({ title: `Section ${i + 1}` }));
  const body = { title, description, sections: [...kept, ...added], deletes: [] };
  await owner.callApi("PUT", path, body);
}
