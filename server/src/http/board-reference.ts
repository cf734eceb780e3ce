import { sha256 } from "./session/secrets.ts";

/** Anybody with a board's id can open it: logs contain `board-` and 12 digits of its SHA-256. */

const idInPath = /(\/(board|space)s\/)([^/?]+)/g;
/** In channel names, JSON fields, and PostgreSQL's `Key (board_id)=(…)`. */
const idInLine = /((?:board|space)s[./]|"board(?:_?[iI]d)?":"|=\()([\w-]{22})(?![\w-])/g;

export function boardReference(id: string): string {
  return reference("board", id);
}

export function spaceReference(key: string): string {
  return reference("space", key);
}

function reference(kind: string, id: string): string {
  return `${kind}-${sha256(id).slice(0, 12)}`;
}

export function isBoardId(text: string): boolean {
  return /^[\w-]{22}$/.test(text);
}

/** Ids of any form: a guessed one may be real. */
export function hideBoardsInPath(path: string): string {
  return path.replace(
    idInPath,
    (_all, start: string, kind: string, id: string) => start + reference(kind, decoded(id)),
  );
}

export function hideBoardsInLine(line: string): string {
  return line.replace(
    idInLine,
    (_all, start: string, id: string) => start + reference(start.startsWith("space") ? "space" : "board", id),
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
