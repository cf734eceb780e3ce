import { randomUUID } from "node:crypto";
import type { UpdateBoard } from "@retro/contract/commands";
import type { Item, SectionHolds } from "@retro/contract/items";
import type { SectionStyle } from "@retro/contract/styles";
import { limits } from "@retro/contract/limits";
import { compareSiblings, makeOrderKeys } from "@retro/rules/tree";
import type { Db } from "../../deps.ts";
import { editConflict, fieldError } from "../../http/errors/app-error.ts";
import type { Turn } from "../../board/turn/turn.ts";
import { removeSection } from "./commands.ts";
import { insertRows, type ItemRow, loadSections, toItem } from "../../board/parts/item-store.ts";
import type { PlainSection } from "../templates/built-in.ts";
import * as store from "./store.ts";

export interface NewSection {
  title: string;
  style?: SectionStyle | undefined;
  holds?: SectionHolds | undefined;
}

export function sectionRows(
  boardId: string,
  sections: readonly NewSection[],
  orders: readonly string[],
  now: number,
): ItemRow[] {
  const columnOrders = makeOrderKeys(limits.columnsPerSection);
  return sections.flatMap((section, i) => {
    const id = randomUUID();
    return [
      store.makeItemRow({
        id,
        boardId,
        parentId: null,
        kind: "section",
        order: orders[i] as string,
        now,
        title: section.title,
        style: section.style,
        holds: section.holds,
      }),
      ...columnOrders.map((order) =>
        store.makeItemRow({ id: randomUUID(), boardId, parentId: id, kind: "column", order, now }),
      ),
    ];
  });
}

export async function createSections(
  db: Db,
  boardId: string,
  sections: readonly NewSection[],
  now: number,
): Promise<{ id: string; title: string | null }[]> {
  const rows = sectionRows(boardId, sections, makeOrderKeys(sections.length), now);
  await insertRows(db, rows);
  return rows.filter((r) => r.kind === "section");
}

export async function sectionDesigns(db: Db, boardId: string): Promise<PlainSection[]> {
  return (await loadSections(db, boardId)).map(designOf);
}

export function designOf({ title, style, holds }: ItemRow): PlainSection {
  return {
    title: title ?? "",
    style: JSON.parse(style) as SectionStyle,
    ...(holds !== null && { holds }),
  };
}

/** A section that is neither in `wanted` nor deleted follows the wanted ones (spec 10.3). */
export async function arrangeSections(
  turn: Turn,
  { sections: wanted, deletes = [], since }: Pick<UpdateBoard, "sections" | "deletes" | "since">,
): Promise<void> {
  const current = new Map((await loadSections(turn.db, turn.board.id)).map((row) => [row.id, row]));
  for (const id of deletes) if (!current.has(id)) throw fieldError("deletes", "validation.unknownSection");
  const seen = new Set<string>();
  wanted?.forEach(({ id }, i) => {
    if (id && (!current.has(id) || deletes.includes(id) || seen.has(id)))
      throw fieldError(`sections.${i}.id`, "validation.unknownSection");
    if (id) seen.add(id);
  });
  const kept = [...current.values()].filter((row) => !deletes.includes(row.id) && !seen.has(row.id));
  const count = (wanted?.length ?? 0) + kept.length;
  if (count < limits.minSections) throw fieldError("sections", "validation.tooFewSections");
  if (count > limits.maxSections) throw fieldError("sections", "validation.tooManySections");
  const conflicts = (wanted ?? []).flatMap(({ id, title, rev }, i) => {
    const row = current.get(id ?? "");
    const conflicting = row && title !== undefined && typeof rev === "number" && rev !== row.rev;
    if (!conflicting || row.title === title) return [];
    return [[`sections.${i}.title`, { text: row.title ?? "", rev: row.rev }] as const];
  });
  if (conflicts.length > 0) throw editConflict(Object.fromEntries(conflicts));

  for (const id of new Set(deletes)) await removeSection(turn, id, since);
  if (!wanted) return;
  const chosen = wanted.find(({ holds }) => holds != null);
  const holdsOf = (entry: typeof chosen, row: ItemRow | undefined) =>
    chosen ? (entry === chosen ? chosen.holds : null) : entry?.holds === undefined ? row?.holds : null;
  const sequence = [
    ...wanted.map((entry) => {
      const row = entry.id ? current.get(entry.id) : undefined;
      return { row, title: entry.title ?? row?.title ?? "", holds: holdsOf(entry, row) ?? null };
    }),
    ...kept.map((row) => ({ row, title: row.title ?? "", holds: holdsOf(undefined, row) ?? null })),
  ];
  const inOrder = sequence.every(({ row }, i) => {
    const next = sequence[i + 1]?.row;
    return row && (!next || compareSiblings(toItemNode(row), toItemNode(next)) < 0);
  });
  const orders = inOrder
    ? sequence.map(({ row }) => row?.order_key as string)
    : makeOrderKeys(sequence.length);
  for (const [i, { row, title, holds }] of sequence.entries()) {
    const order = orders[i] as string;
    if (!row) await addSection(turn, { title, holds: holds ?? undefined }, order);
    else if (row.title !== title || row.order_key !== order || row.holds !== holds) {
      const rev = row.title === title ? row.rev : row.rev + 1;
      const next = { ...row, title, holds, order_key: order, rev };
      await store.saveContent(turn.db, row.id, { title, holds, style: row.style, rev });
      await store.savePlace(turn.db, row.id, null, order);
      turn.record({ type: "item.put", item: toItem(next, 0) });
    }
  }
}

function toItemNode(row: ItemRow) {
  return { id: row.id, parent_id: row.parent_id, kind: row.kind, order: row.order_key };
}

async function addSection(turn: Turn, section: NewSection, order: string): Promise<void> {
  const rows = sectionRows(turn.board.id, [section], [order], turn.now);
  turn.countItems(1, 0);
  await insertRows(turn.db, rows);
  for (const row of rows) turn.record({ type: "item.put", item: toItem(row, 0) satisfies Item });
}
