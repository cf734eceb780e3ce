import { type AppError, fieldError } from "../../../http/errors/app-error.ts";

const space = new Set([" ", "\t", "\n", "\r"]);
const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const inString = /(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))/y;

type Expects = "value" | "value or ]" | "key or }" | "key" | ":" | ", or ]" | ", or }" | "end";

/**
 * The first character that JSON does not allow, and what could stand there. Without recursion: jsonc-parser overflows
 * the stack at a depth of 8,000.
 */
export function findJsonFault(text: string): { at: number; expects: Expects } {
  const open: ("[" | "{")[] = [];
  let at = 0;
  let expects: Expects = "value";
  const afterValue = (): Expects => (open.length === 0 ? "end" : open.at(-1) === "[" ? ", or ]" : ", or }");

  const readString = (): boolean => {
    at += 1;
    while (at < text.length && text[at] !== '"') {
      inString.lastIndex = at;
      if ((text[at] as string) < " " || !inString.test(text)) return false;
      at = inString.lastIndex;
    }
    if (at >= text.length) return false;
    at += 1;
    return true;
  };

  for (;;) {
    while (at < text.length && space.has(text[at] as string)) at += 1;
    const c = text[at];
    if (c === undefined) return { at, expects };
    if (c === "]" && (expects === "value or ]" || expects === ", or ]")) {
      open.pop();
      at += 1;
      expects = afterValue();
    } else if (c === "}" && (expects === "key or }" || expects === ", or }")) {
      open.pop();
      at += 1;
      expects = afterValue();
    } else if (c === "," && (expects === ", or ]" || expects === ", or }")) {
      at += 1;
      expects = expects === ", or ]" ? "value" : "key";
    } else if (c === ":" && expects === ":") {
      at += 1;
      expects = "value";
    } else if (c === '"' && (expects === "key" || expects === "key or }")) {
      if (!readString()) return { at, expects };
      expects = ":";
    } else if (expects === "value" || expects === "value or ]") {
      if (c === "[" || c === "{") {
        open.push(c);
        at += 1;
        expects = c === "[" ? "value or ]" : "key or }";
        continue;
      }
      if (c === '"') {
        if (!readString()) return { at, expects };
      } else {
        literal.lastIndex = at;
        if (!literal.test(text)) return { at, expects };
        at = literal.lastIndex;
      }
      expects = afterValue();
    } else return { at, expects };
  }
}

/** @returns a 422 with the line, the column and what was expected */
export function jsonFault(text: string): AppError {
  const { at, expects } = findJsonFault(text);
  const { line, column } = placeOf(text, at);
  const field = `line ${line}`;
  if (expects === "end") return fieldError(field, "validation.jsonEnd", { column });
  const isValue = expects === "value" || expects === "value or ]";
  if (isValue) return fieldError(field, "validation.jsonValue", { column });
  return fieldError(field, "validation.notJson", { column, expected: marks[expects] });
}

const marks = {
  "key or }": '" / }',
  key: '"',
  ":": ":",
  ", or ]": ", / ]",
  ", or }": ", / }",
} satisfies Partial<Record<Expects, string>>;

/** Both from 1. */
export function placeOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf("\n"); next >= 0 && next < at; next = text.indexOf("\n", start)) {
    line += 1;
    start = next + 1;
  }
  return { line, column: at - start + 1 };
}
