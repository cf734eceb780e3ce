import { looksLikeJson } from "@retro/contract/files/table-import";
import type { MessageKey } from "@retro/contract/messages/catalogue";

/** Of documents and pictures; such as Photoshop's are binary anyway. */
const otherBeginnings = [
  "%PDF",
  "{\\rtf",
  "GIF8",
  "\u0089PNG",
  "\u00ff\u00d8\u00ff",
  "\u00d0\u00cf\u0011\u00e0",
];
const unicodeMarks = ["\u00ff\u00fe", "\u00fe\u00ff"];
const textEnding = /\.(?:json|csv|tsv|tab|txt|md|markdown)$/i;
const knownEnding = /\.(?:json|csv|tsv|tab|txt|md|markdown|xlsx|zip)$/i;

/** Why a file is not read; null: it may be a board. The content decides, not the ending of the name. */
export async function fileFault(file: File): Promise<MessageKey | null> {
  if (/^(?:image|video|audio)\//.test(file.type)) return "import.otherFile";
  let start: string;
  try {
    start = await beginningOf(file, 1000);
  } catch {
    // A folder, or a file that another program has locked.
    return "import.unreadable";
  }
  const begins = (marks: readonly string[]) => marks.some((mark) => start.startsWith(mark));
  // UTF-16 has zero bytes, too.
  const isBinary = start.includes("\0") && !begins(unicodeMarks) && !textEnding.test(file.name);
  return begins(otherBeginnings) || (isBinary && !isZip(start)) ? "import.otherFile" : null;
}

/** Without its ending, if it is one: "Sprint 4.2" has none. */
export const titleOf = ({ name }: File): string => name.replace(knownEnding, "");

export async function isJson(file: File): Promise<boolean> {
  return looksLikeJson(await file.slice(0, 100).text());
}

/** An Excel workbook is one, too. */
export const isZip = (start: string): boolean => start.startsWith("PK\u0003\u0004");

/** A character for each byte. */
export async function beginningOf(file: Blob, bytes: number): Promise<string> {
  const read = new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  return String.fromCharCode(...read);
}
