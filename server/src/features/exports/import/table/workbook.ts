import { cutText } from "@retro/contract/text";
import { unzipSync } from "fflate";
import { AppError, fieldError } from "../../../../http/errors/app-error.ts";
import { type NumberFormats, readNumberFormats } from "./number-formats.ts";
import { readSheetRows, readTexts, type SharedParts, type SheetRows } from "./sheet-rows.ts";
import { readTags, XmlFault } from "./xml.ts";

export interface Sheet extends SheetRows {
  name: string;
}

export interface Workbook {
  /** The visible sheets. */
  sheets: Sheet[];
  /** The index of the sheet that was open when the file was saved; null: not named, or hidden. */
  active: number | null;
  hiddenSheets: number;
  /** Charts, and sheets that cannot be read. */
  otherSheets: number;
}

/** Unpacked: a workbook of the largest board has 3 MB. */
const maxUnpackedBytes = 20_000_000;
/** Each costs a look at its part of the file. */
const maxSheets = 100;
/** Excel's own limit. */
const longestName = 31;

/** By the first bytes of a ZIP file. */
export const isWorkbook = ([a, b, c, d]: Uint8Array): boolean =>
  a === 0x50 && b === 0x4b && c === 3 && d === 4;

/** @throws AppError 422 or 413 for the whole file; a sheet that cannot be read has a `fault` instead */
export function readWorkbook(bytes: Uint8Array): Workbook {
  try {
    refuseLargeParts(bytes);
    return readParts(bytes);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw fieldError("line 1", "validation.notWorkbook");
  }
}

/** fflate writes no more than the sizes that the file declares; what is not compressed has its packed size. */
function refuseLargeParts(bytes: Uint8Array): void {
  let size = 0;
  unzipSync(bytes, {
    filter: (part) => {
      size += Math.max(part.size, part.originalSize);
      return false;
    },
  });
  if (size > maxUnpackedBytes) throw new AppError(413, "too_large");
}

interface SheetEntry {
  name: string;
  isHidden: boolean;
  id: string;
}

function readParts(bytes: Uint8Array): Workbook {
  const part = (path: string): string | undefined => {
    const unpacked = unzipSync(bytes, { filter: ({ name }) => name === path })[path];
    return unpacked && new TextDecoder().decode(unpacked);
  };
  const [main = "xl/workbook.xml"] = [...readRelations(part("_rels/.rels") ?? "", "").values()].flatMap(
    ({ kind, path }) => (kind === "officeDocument" ? [path] : []),
  );
  const folder = main.slice(0, main.lastIndexOf("/") + 1);
  const book = part(main);
  if (book === undefined) throw new XmlFault("there is no workbook");
  const { entries, activeTab, has1904Dates } = readBook(book);
  const relations = readRelations(part(`${folder}_rels/${main.slice(folder.length)}.rels`) ?? "", folder);
  const pathOf = (kind: string) => [...relations.values()].find((each) => each.kind === kind)?.path ?? "";
  const shared: SharedParts = {
    texts: readTexts(part(pathOf("sharedStrings")) ?? ""),
    formats: formatsOf(part(pathOf("styles"))),
    has1904Dates,
    charactersLeft: maxUnpackedBytes,
  };
  const workbook: Workbook = { sheets: [], active: null, hiddenSheets: 0, otherSheets: 0 };
  const seen = new Set<string>();
  for (const [i, { name, isHidden, id }] of entries.entries()) {
    const { kind, path = "" } = relations.get(id) ?? {};
    const isTable = kind === "worksheet" && !seen.has(path) && seen.size < maxSheets;
    if (isTable && !isHidden) seen.add(path);
    const rows = isTable && !isHidden ? readSheet(part(path), shared) : null;
    if (isHidden) workbook.hiddenSheets += 1;
    else if (rows === null) workbook.otherSheets += 1;
    else {
      if (i === activeTab) workbook.active = workbook.sheets.length;
      workbook.sheets.push({ name: cutText(name, longestName), ...rows });
    }
  }
  if (workbook.sheets.length === 0 && workbook.hiddenSheets === 0) throw new XmlFault("there is no table");
  return workbook;
}

function readSheet(xml: string | undefined, shared: SharedParts): SheetRows | null {
  try {
    return xml === undefined ? null : readSheetRows(xml, shared);
  } catch (error) {
    if (error instanceof XmlFault) return null;
    throw error;
  }
}

function readBook(xml: string) {
  const entries: SheetEntry[] = [];
  let activeTab: number | null = null;
  let has1904Dates = false;
  for (const { name, attributes } of readTags(xml)) {
    if (name === "sheet")
      entries.push({
        name: attributes.get("name") ?? "",
        isHidden: /hidden/iu.test(attributes.get("state") ?? ""),
        id: attributes.get("id") ?? "",
      });
    else if (name === "workbookView" && attributes.has("activeTab"))
      activeTab = Number(attributes.get("activeTab"));
    else if (name === "workbookPr") has1904Dates = /^(?:1|true|on)$/u.test(attributes.get("date1904") ?? "");
  }
  return { entries, activeTab, has1904Dates };
}

interface Relation {
  /** The last part of its type, such as `worksheet`. */
  kind: string;
  path: string;
}

function readRelations(xml: string, folder: string): Map<string, Relation> {
  const relations = new Map<string, Relation>();
  for (const { name, attributes } of readTags(xml)) {
    if (name !== "Relationship") continue;
    const target = attributes.get("Target") ?? "";
    const path = target.startsWith("/") ? target.slice(1) : folder + target.replace(/^\.\//u, "");
    const type = attributes.get("Type") ?? "";
    const kind = type.slice(type.lastIndexOf("/") + 1);
    relations.set(attributes.get("Id") ?? "", { kind, path });
  }
  return relations;
}

/** A file whose styles cannot be read has plain numbers. */
function formatsOf(styles: string | undefined): NumberFormats {
  try {
    return readNumberFormats(styles ?? "");
  } catch (error) {
    if (error instanceof XmlFault) return [];
    throw error;
  }
}
