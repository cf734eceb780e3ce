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
  ["bullets of Outlook", "·\u00A0\u00A0\u00A0\u00A0a\no\u00A0\u00A0b\nØ\u00A0c", ["T: a | b | c"]],
  ["ticks and triangles", "✓ a\n‣ b", ["T: a | b"]],
  ["boxes", "[ ] a\n[x] b\n☐ c\n- [ ] d", ["T: a | b | c | d"]],
  ["a quoted cell with line breaks", '- a\n"- b\nmore ""b"""\n- c', ['T: a | b/more "b" | c']],
  ["commas in every line", "- a, b\n- c, d", ["T: a, b | c, d"]],
  ["a list below a card", "- a\n  - b\n- c", ["T: a(b) | c"]],
  ["a wiki's second level", "* a\n** b\n** c\n* d", ["T: a(b | c) | d"]],
  ["a ruled line between items", "- a\n\n---\n- b\n***\n- c", ["T: a | b | c"]],
  ["a quotation above a list", "> We met\n- a", ["T: We met | a"]],
  ["1,000 numbers", "998. a\n999. b\n1000. c\n1001. d", ["T: a | b | c | d"]],
])("X5 · a list without headings loses its markers: %s", (_name, text, sections) => {
  expect(read(text)).toEqual(sections);
});

test.each([
  ["of Markdown", "# Good\n- a\n# Bad\nb\nc", ["Good: a", "Bad: b | c"]],
  ["with a colon", "Good:\na\nb\n\nBad:\n- c", ["Good: a | b", "Bad: c"]],
  ["above an indented list", "Good\n\ta\n\tb\nBad\n  c", ["Good: a | b", "Bad: c"]],
  ["above a marked list", "Good\n• a\n\nBad\n• b", ["Good: a", "Bad: b"]],
  ["in a nested list", "1. Good\n   - a\n   - b\n2. Bad\n   - c", ["Good: a | b", "Bad: c"]],
  [
    "of Word, with letters below numbers",
    "1.\tGood\n\ta.\tA. Smith\n\tb.\tTea\n2.\tBad\n\ta.\tc",
    ["Good: A. Smith | Tea", "Bad: c"],
  ],
  ["of Jira", "h2. Good\n* a\n** b\nh2. Bad\n* c", ["Good: a(b)", "Bad: c"]],
  ["of MediaWiki", "== Good ==\n* a\n=== Bad ===\n* c", ["Good: a", "Bad: c"]],
  ["in bold", "**Went well:**\n- a\n\n__Bad__\n- **b** c", ["Went well: a", "Bad: **b** c"]],
  ["in bold above lines without markers", "**Good**\na\n**Bad**:\nb", ["Good: a", "Bad: b"]],
  ["of Markdown in bold", "## **Good**\n- a", ["Good: a"]],
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
  ["a table of Markdown below a heading", "## Good\n\n| Text | Votes |\n|---|---|\n| Tea | 2 |"],
  ["headings alone", "# Good\n# Bad"],
  ["more lines than any board has", "- a\n".repeat(60_000)],
])("X5 · is no list: %s", (_name, text) => {
  expect(read(text)).toBeNull();
});
