import { sha256 } from "./secrets.ts";

/*
 * Anyone who knows a board's id can open the board, so logs and lists hold a reference instead: `board-` and the first 12
 * hex digits of the id's SHA-256. To find the lines of a board: printf %s ID | sha256sum.
 */

const idInPath = /(\/boards\/)([^/?]+)/g;
/** Finds ids in channel names, JSON fields, and PostgreSQL's `Key (board_id)=(…)`. An id is 16 random bytes, 22 characters. */
const idInLine = /(boards[./]|"board(?:_?[iI]d)?":"|=\()([\w-]{22})(?![\w-])/g;

/** The reference that replaces a board's id in the log and in the activity log. */
export function boardReference(id: string): string {
  return `board-${sha256(id).slice(0, 12)}`;
}

/** True for a text that has the form of a board id. */
export function isBoardId(text: string): boolean {
  return /^[\w-]{22}$/.test(text);
}

/** Replaces board ids in a request's path by references, whatever the ids look like: a guessed id may be a real one. */
export function hideBoardsInPath(path: string): string {
  return path.replace(idInPath, (_all, start: string, id: string) => start + boardReference(decoded(id)));
}

/** Replaces board ids in a log line by references. */
export function hideBoardsInLine(line: string): string {
  return line.replace(idInLine, (_all, start: string, id: string) => start + boardReference(id));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
