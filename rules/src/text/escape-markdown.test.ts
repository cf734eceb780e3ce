import { expect, test } from "vitest";
import { escapeMarkdown } from "./escape-markdown.ts";

test.each([
  ["1. one", "1\\. one"],
  ["12) two", "12\\) two"],
  ["x 1. no list", "x 1. no list"],
  [" - a\n+ b", " \\- a\n\\+ b"],
  ["a - b", "a - b"],
  ["===", "\\==="],
  ["`a` \\ ~b~ | &amp;", "\\`a\\` \\\\ \\~b\\~ \\| \\&amp;"],
])("Markdown shows %j as written", (text, escaped) => {
  expect(escapeMarkdown(text)).toBe(escaped);
});
