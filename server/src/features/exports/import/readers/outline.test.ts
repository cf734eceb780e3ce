import { expect, test } from "vitest";
import type { FileSticker } from "@retro/contract/files/board-file";
import { outline } from "./outline.ts";

function read(text: string): string[] | null {
  const file = { text, json: undefined, timeZone: "UTC" };
  if (!outline.recognises(file)) return null;
  const list = (stickers: readonly FileSticker[]): string =>
    stickers
      .map(({ text: title, stickers: nested = [] }) => {
        const group = nested.length > 0 ? `(${list(nested)})` : "";
        return `${title?.replaceAll("\n", "/")}${group}`;
      })
      .join(" | ");
  return outline
    .read(file, "T")
    .content.sections.map(({ title, columns: [first = []] }) => `${title}: ${list(first)}`);
}

test.each([
  [
    "bullets, dashes, stars, numbers, letters",
    "• a\n– b\n- c\n* d\n1. e\n1) f\na) g",
    ["T: a | b | c | d | e | f | g"],
  ],
  ["boxes", "[ ] a\n[x] b\n☐ c\n- [ ] d", ["T: a | b | c | d"]],
  ["a quoted cell with line breaks", '- a\n"- b\nmore ""b"""\n- c', ['T: a | b/more "b" | c']],
  ["commas in every line", "- a, b\n- c, d", ["T: a, b | c, d"]],
  ["a list below a card", "- a\n  - b\n- c", ["T: a(b) | c"]],
])("X5 · a list without headings loses its markers: %s", (_name, text, sections) => {
  expect(read(text)).toEqual(sections);
});

test.each([
  ["of Markdown", "# Good\n- a\n# Bad\nb\nc", ["Good: a", "Bad: b | c"]],
  ["with a colon", "Good:\na\nb\n\nBad:\n- c", ["Good: a | b", "Bad: c"]],
  ["above an indented list", "Good\n\ta\n\tb\nBad\n  c", ["Good: a | b", "Bad: c"]],
  ["above a marked list", "Good\n• a\n\nBad\n• b", ["Good: a", "Bad: b"]],
  ["in a nested list", "1. Good\n   - a\n   - b\n2. Bad\n   - c", ["Good: a | b", "Bad: c"]],
  ["twice the same", "Good:\n- a\nGood:\n- b", ["Good: a", "Good: b"]],
  ["without cards", "# Good\n- a\n# Bad", ["Good: a", "Bad: "]],
])("X5 · a heading becomes a section: %s", (_name, text, sections) => {
  expect(read(text)).toEqual(sections);
});

test.each([
  ["prose", "Dear all, thanks\nfor the fish"],
  ["lines without a list", "a\nb\nc"],
  ["a single item", "- a"],
  ["a table whose cells begin like items", "Text;Votes\n- a;2\n- b;3"],
  ["a copied table", "Good\tBad\n- a\t- b"],
  ["headings alone", "# Good\n# Bad"],
  ["more lines than any board has", "- a\n".repeat(60_000)],
])("X5 · is no list: %s", (_name, text) => {
  expect(read(text)).toBeNull();
});
