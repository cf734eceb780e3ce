import { randomUUID } from "node:crypto";
import type { BoardContent, FileSticker } from "@retro/contract/files/board-file";
import { indexChildren, makeOrderKeys } from "@retro/rules/tree";
import type { Db } from "../../deps.ts";
import type { ItemRow } from "../../board/parts/item-store.ts";
import * as store from "./store.ts";

export interface ImportDefaults {
  /** Epoch milliseconds; also the latest time that is believed. */
  now: number;
  /** Replaces a text that was hidden from the user who made the file. */
  hidden: string;
}

/** A time of a file. A later one than `now` is not believed. @returns ISO 8601 */
export function importedTime(time: string | undefined, now: number): string {
  return new Date(time === undefined ? now : Math.min(now, Date.parse(time))).toISOString();
}

export async function columnIds(db: Db, boardId: string): Promise<string[][]> {
  const index = indexChildren(await store.loadNodes(db, boardId));
  return (index.get(null) ?? []).map(({ id }) => (index.get(id) ?? []).map((column) => column.id));
}

export async function stickerFinder(
  db: Db,
  boardId: string,
): Promise<(path: readonly number[]) => string | null> {
  const index = indexChildren(await store.loadNodes(db, boardId));
  return (path) => {
    let id: string | null = null;
    for (const position of path) {
      const node: { id: string } | undefined = index.get(id)?.[position];
      if (node === undefined) return null;
      id = node.id;
    }
    return path.length > 2 ? id : null;
  };
}

export function* stickerParts(
  boardId: string,
  columns: readonly (readonly string[])[],
  { sections, rounds }: Pick<BoardContent, "sections" | "rounds">,
  { most, ...options }: ImportDefaults & { most: number },
): Generator<ItemRow[], undefined> {
  const defaults = { ...options, rounds: rounds?.length ?? 0 };
  let part: ItemRow[] = [];
  for (const [i, section] of columns.entries())
    for (const [j, columnId] of section.entries())
      for (const row of rowsBelow(boardId, columnId, sections[i]?.columns[j] ?? [], defaults)) {
        part.push(row);
        if (part.length < most) continue;
        yield part;
        part = [];
      }
  if (part.length > 0) yield part;
  return undefined;
}

function* rowsBelow(
  boardId: string,
  parentId: string,
  stickers: readonly FileSticker[],
  defaults: ImportDefaults & { rounds: number },
): Generator<ItemRow, void> {
  const orders = makeOrderKeys(stickers.length);
  for (const [
    i,
    { text, style, votes, rounds, reactions, name, note, created_at, stickers: nested = [] },
  ] of stickers.entries()) {
    const id = randomUUID();
    const order = orders[i] as string;
    const row = store.makeItemRow({
      id,
      boardId,
      parentId,
      kind: "sticker",
      order,
      now: Date.parse(importedTime(created_at, defaults.now)),
      title: text ?? defaults.hidden,
      style,
    });
    yield {
      ...row,
      imported_votes: votes ?? 0,
      rounds: roundsRow(rounds, defaults.rounds),
      reactions: reactionsRow(reactions),
      name: name || null,
      note: note || null,
    };
    yield* rowsBelow(boardId, id, nested, defaults);
  }
}

/** The votes in the rounds that the file has, as a row has them. */
function roundsRow(votes: FileSticker["rounds"], rounds: number): string | null {
  const numbers = Array.from({ length: rounds }, (_, i) => i + 1);
  const given = numbers.flatMap((number) => {
    const count = votes?.[number] ?? 0;
    return count > 0 ? [[number, count]] : [];
  });
  return given.length > 0 ? JSON.stringify(Object.fromEntries(given)) : null;
}

/** Reactions without users, as a row has them. */
function reactionsRow(counts: FileSticker["reactions"]): string | null {
  const given = Object.entries(counts ?? {}).filter(([, count]) => count > 0);
  if (given.length === 0) return null;
  return JSON.stringify(Object.fromEntries(given.map(([kind, count]) => [kind, { count, user_ids: [] }])));
}
