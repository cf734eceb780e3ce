import { expect, test } from "vitest";
import { singleText, splitLines } from "./list-lines.ts";

test("a pasted list gives one text for each line, whatever ends its lines; empty ones give none", () => {
  expect(splitLines("one\r\n\n  two \r three\u2028")).toEqual(["one", "two", "three"]);
});

test.each([
  ["bullets", "• one\n• two"],
  ["hyphens, indented", "- one\n   - two"],
  ["stars and plus signs", "* one\n+ two"],
  ["numbers", "9. one\n10. two"],
  ["numbers with brackets", "1) one\n2) two"],
  ["boxes to tick", "- [ ] one\n- [x] two"],
  ["boxes without hyphens", "[ ] one\n[X] two"],
  ["an empty item", "- one\n-\n- two"],
  ["levels of a text program", "•\tone\no\ttwo"],
  ["bullets of a font of symbols", "\u00A7\tone\n\uF0B7\ttwo"],
  ["bullets of other shapes", "● one\n■ two"],
  ["dashes of every length", "‐ one\n― two"],
  ["numbers of several levels", "1. one\n1.1. two"],
  ["numbers in brackets", "(1) one\n(2) two"],
  ["letters", "a) one\nb) two"],
  ["Roman and Cyrillic letters", "iv) one\nб) two"],
  ["drawn boxes", "☐ one\n☑ two"],
  ["letters with dots", "a. one\nb. two"],
  ["Cyrillic letters with dots", "а. one\nб. two"],
  ["Roman numbers with dots", "i. one\nii. two"],
  ["bullets of Outlook, with no-break spaces", "·\u00A0\u00A0\u00A0\u00A0one\n·\u00A0\u00A0two"],
  ["letters that Outlook draws as bullets", "o\u00A0\u00A0one\nØ\u00A0\u00A0two"],
  ["ticks and triangles", "✓ one\n‣ two"],
  ["stars of a wiki's levels", "* one\n** two"],
])("a pasted list loses its markers: %s", (_name, text) => {
  expect(splitLines(text)).toEqual(["one", "two"]);
});

test.each([
  ["a single line", ["- one"]],
  ["numbers below zero", ["-5 degrees", "-7 degrees"]],
  ["a line without a marker", ["To do:", "- one"]],
  ["decimal numbers", ["1.5 hours", "2.5 hours"]],
  ["years", ["2025. A good one", "2026. A better one"]],
  ["words in brackets", ["[x]y", "[z] a"]],
  ["initials", ["A. Smith", "B. Jones"]],
  ["small initials", ["e. coli", "f. nucleatum"]],
  ["short words", ["o two", "v three"]],
  ["a column of letters", ["A\tone", "B\ttwo"]],
])("signs that belong to the text stay: %s", (_name, lines) => {
  expect(splitLines(lines.join("\n"))).toEqual(lines);
});

test("a spreadsheet's cell with a line break is one text, and quotations stay", () => {
  expect(splitLines('one\r\n"two\nsaid ""hi"""\r\nthree')).toEqual(["one", 'two\nsaid "hi"', "three"]);
  expect(splitLines('a\t"b\nc"\td\ne')).toEqual(["a\tb\nc\td", "e"]);
  expect(splitLines('"one"\n"two"\n"open')).toEqual(['"one"', '"two"', '"open']);
});

test("a list of 1,200 numbers loses them all", () => {
  const texts = Array.from({ length: 1200 }, (_, i) => `item ${i}`);
  expect(splitLines(texts.map((text, i) => `${i + 1}. ${text}`).join("\n"))).toEqual(texts);
});

test("a lone bullet of a symbol font is no part of a sticker; other signs are", () => {
  expect(["\uF0B7\tOnly", "- Only", "•\tOnly", " \uF0B7 "].map(singleText)).toEqual([
    "Only",
    "- Only",
    "•\tOnly",
    "\uF0B7",
  ]);
});
