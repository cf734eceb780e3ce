import { sha256 } from "./secrets.ts";

/*
 * A board's id is the invitation to it, so logs and lists hold a reference instead: `board-` and the first 12 hex digits
 * of the id's SHA-256. Whoever knows an id finds its lines: printf %s ID | sha256sum.
 */

const idInPath = /(\/boards\/)([^/?]+)/g;
/** Channel names, JSON fields, and PostgreSQL's `Key (board_id)=(…)`. Sixteen random bytes are 22 characters. */
const idInLine = /(boards[./]|"board(?:_?[iI]d)?":"|=\()([\w-]{22})(?![\w-])/g;

/** The reference that replaces a board's id in the log and in the activity log. */
export function boardReference(id: string): string {
  return `board-${sha256(id).slice(0, 12)}`;
}

/** True for a text in the form of a board's id. */
export function isBoardId(text: string): boolean {
  return /^[\w-]{22}$/.test(text);
}

/** A request's path with references instead of board ids, whatever their form: a guessed id may be a real one. */
export function hideBoardsInPath(path: string): string {
  return path.replace(idInPath, (_all, start: string, id: string) => start + boardReference(decoded(id)));
}

/** A log line with references instead of board ids. */
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
