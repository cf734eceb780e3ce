const space = new Set([" ", "\t", "\n", "\r"]);
const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const inString = /(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))/y;

type Expects = "value" | "value or ]" | "key or }" | "key" | ":" | ", or ]" | ", or }" | "end";

/** Without recursion: jsonc-parser overflows the stack at a depth of 8,000. */
export function findJsonFault(text: string): number {
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
    if (c === undefined) return at;
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
      if (!readString()) return at;
      expects = ":";
    } else if (expects === "value" || expects === "value or ]") {
      if (c === "[" || c === "{") {
        open.push(c);
        at += 1;
        expects = c === "[" ? "value or ]" : "key or }";
        continue;
      }
      if (c === '"') {
        if (!readString()) return at;
      } else {
        literal.lastIndex = at;
        if (!literal.test(text)) return at;
        at = literal.lastIndex;
      }
      expects = afterValue();
    } else return at;
  }
}

export function lineAt(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf("\n"); next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line += 1;
  return line;
}
