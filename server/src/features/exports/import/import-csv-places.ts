import type { FileSection, FileSticker } from "@retro/contract/files/board-file";
import { limits } from "@retro/contract/limits";
import { fieldError } from "../../../http/errors/app-error.ts";

export interface CsvRow {
  field: string;
  section: string;
  /** Distinguishes sections with the same title. */
  sectionPosition: number | null;
  column: number;
  group: string;
  groupPosition: number | null;
  position: number | null;
  /** The sticker, without those nested in it. */
  sticker: Omit<FileSticker, "stickers">;
}

interface Sticker extends FileSticker {
  stickers: Sticker[];
}
interface Column {
  path: number[];
  stickers: Sticker[];
  last: PlacedRow | null;
  byText: Map<string, PlacedRow>;
}
interface PlacedRow {
  sticker: Sticker;
  column: Column;
  group: PlacedRow | null;
  path: number[];
}

/** A sticker whose group is not in its column is in no group. */
export function placeRows(rows: readonly CsvRow[]): {
  sections: FileSection[];
  paths: Map<number, number[]>;
} {
  const sections = new SectionList();
  const places = new Map<number, PlacedRow>();
  // Rows are found by the positions that the file names, which stay right when somebody adds or removes rows.
  const hasPositions = rows.some(({ position }) => position !== null);
  // The sort is stable: rows without a position stay in the file's order.
  const sorted = rows.toSorted((a, b) => comparePositions(a.position, b.position));
  for (const [index, row] of sorted.entries()) {
    const column = sections.columnOf(row);
    const placed = placeRow(row, column, findGroup(row, column, places));
    const place = hasPositions ? row.position : index + 1;
    if (place !== null && !places.has(place)) places.set(place, placed);
  }
  if (sections.list.length < limits.minSections) throw fieldError("line 2", "validation.tooFewSections");
  return {
    sections: sections.list.map(({ title, columns }) => ({
      title,
      columns: columns.map(({ stickers }) => stickers),
    })),
    paths: new Map([...places].map(([place, { path }]) => [place, path])),
  };
}

function placeRow(row: CsvRow, column: Column, group: PlacedRow | null): PlacedRow {
  const siblings = group?.sticker.stickers ?? column.stickers;
  const path = [...(group?.path ?? column.path), siblings.length];
  const max = limits.maxNesting;
  if (path.length > column.path.length + max) throw fieldError(row.field, "validation.tooDeep", { max });
  const sticker = { ...row.sticker, stickers: [] };
  siblings.push(sticker);
  column.last = { sticker, column, group, path };
  column.byText.set(sticker.text ?? "", column.last);
  return column.last;
}

/** A file without positions names a group by its text only: the group of the row before comes first. */
function findGroup(
  { group, groupPosition }: CsvRow,
  column: Column,
  places: ReadonlyMap<number, PlacedRow>,
): PlacedRow | null {
  const named = places.get(groupPosition ?? 0);
  if (named?.column === column) return named;
  if (group === "") return null;
  for (let open = column.last; open !== null; open = open.group) if (open.sticker.text === group) return open;
  return column.byText.get(group) ?? null;
}

class SectionList {
  readonly list: { title: string; columns: Column[] }[] = [];
  readonly #byKey = new Map<string, Column[]>();

  columnOf({ section: title, sectionPosition, column, field }: CsvRow): Column {
    const key = `${sectionPosition ?? ""} ${title}`;
    let columns = this.#byKey.get(key);
    if (columns === undefined) {
      if (this.list.length >= limits.maxSections) throw fieldError(field, "validation.tooManySections");
      columns = Array.from({ length: limits.columnsPerSection }, (_, i) => ({
        path: [this.list.length, i],
        stickers: [],
        last: null,
        byText: new Map<string, PlacedRow>(),
      }));
      this.list.push({ title, columns });
      for (const each of [key, ` ${title}`]) if (!this.#byKey.has(each)) this.#byKey.set(each, columns);
    }
    return columns[column - 1] as Column;
  }
}

function comparePositions(a: number | null, b: number | null): number {
  return (a ?? Number.MAX_SAFE_INTEGER) - (b ?? Number.MAX_SAFE_INTEGER);
}
