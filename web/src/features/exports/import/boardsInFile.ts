import { trelloFields } from "@retro/contract/files/trello-file";
import { limits } from "@retro/contract/limits";
import { looksLikeJson } from "@retro/contract/files/table-import";
import { beginningOf, isZip } from "./fileFault.ts";

/** A larger file is not looked into; the server refuses it. */
const maxBytes = 50_000_000;
/** Unpacked, of an archive: a space gives 16 MB, which are a thousand boards of 400 stickers. */
const maxUnpackedBytes = 200_000_000;
/** A space has at most as many. */
const maxBoards = 1000;

/**
 * Splits the archive of a space, or all boards of Azure DevOps, into one file for each board, which gets the
 * board's name. From a large file of Trello it removes what the import does not read, which is most of the file.
 * @returns the file itself if it holds one
 */
export async function boardsInFile(file: File): Promise<File[]> {
  if (file.size > maxBytes) return [file];
  if (isZip(await beginningOf(file, 4))) return boardsInArchive(file);
  const start = await file.slice(0, 100).text();
  const isList = /^\uFEFF?\s*\[/u.test(start);
  if (!looksLikeJson(start) || (!isList && file.size <= limits.import.bytes)) return [file];
  const json = parse(await file.text());
  if (isList) return boardsOfAzure(file, json);
  if (!isRecord(json) || !Array.isArray(json["lists"]) || !Array.isArray(json["cards"])) return [file];
  return [
    new File([JSON.stringify(withFields(json, trelloFields))], file.name, { type: "application/json" }),
  ];
}

/** What a Mac adds to an archive for each of its files. */
const ofMac = /^__MACOSX\/|(?:^|\/)\._[^/]*$/;

/** Of a workbook, and of an archive without boards, the file itself. */
async function boardsInArchive(file: File): Promise<File[]> {
  const { unzipSync } = await import("fflate");
  const bytes = new Uint8Array(await file.arrayBuffer());
  let entries: Record<string, Uint8Array>;
  let [declared, count] = [0, 0];
  try {
    entries = unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        if (!name.endsWith(".json") || ofMac.test(name)) return false;
        count += 1;
        // What is not compressed is copied by its packed size.
        declared += Math.max(size, originalSize);
        if (declared > maxUnpackedBytes || count > maxBoards)
          throw new RangeError("the archive declares too much");
        return true;
      },
    });
  } catch {
    // The server reports what is wrong with it.
    return [file];
  }
  const boards = Object.entries(entries).map(
    ([name, content]) =>
      new File([new Uint8Array(content)], name.replace(/^.*\//u, ""), { type: "application/json" }),
  );
  return boards.length === 0 ? [file] : boards;
}

function boardsOfAzure(file: File, json: unknown): File[] {
  if (!Array.isArray(json) || json.length < 2 || json.length > maxBoards || !json.every(isAzureBoard))
    return [file];
  return json.map((each, i) => {
    // Two teams may have boards of the same title.
    const team = isRecord(each["team"]) ? each["team"]["name"] : undefined;
    const names = [team, each.board["title"]].filter((name) => typeof name === "string" && name !== "");
    const title = names.join(" · ") || `${file.name} ${i + 1}`;
    return new File([JSON.stringify([each])], `${title}.json`, { type: "application/json" });
  });
}

function isAzureBoard(each: unknown): each is Record<string, unknown> & { board: Record<string, unknown> } {
  return isRecord(each) && isRecord(each["board"]) && Array.isArray(each["items"]);
}

type Fields = boolean | readonly Fields[] | { readonly [name: string]: Fields };

/** A value of the wrong type stays: the server reports it. */
function withFields(value: unknown, fields: Fields): unknown {
  if (Array.isArray(fields)) {
    const [each = false] = fields as readonly Fields[];
    return Array.isArray(value)
      ? value.map((item: unknown) => each !== false && withFields(item, each))
      : value;
  }
  if (typeof fields === "boolean" || !isRecord(value)) return value;
  const isEmpty = (name: string) => [undefined, null, false, ""].includes(value[name] as null);
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !isEmpty(name))
      .map(([name, below]) => [name, withFields(value[name], below)]),
  );
}

/** @returns null for text that is no JSON; the server reports its fault */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
