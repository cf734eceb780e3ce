import { expect, test } from "vitest";
import { boardFile, fileAction, makeBoardFileJsonSchema, fileSticker } from "./board-file.ts";
import { issuesOf, repeatLetter, parseOrThrow } from "../testing/schema-issues.ts";

const section = { title: "Went well", columns: [[{ text: "Tests" }], [], []] };
const file = { format: "retro-board", version: 1, board: { title: "Retro" }, sections: [section] };
const sections = (count: number) => ({ ...file, sections: Array.from({ length: count }, () => section) });
const columns = (count: number) => ({
  ...file,
  sections: [{ title: "S", columns: Array.from({ length: count }, () => []) }],
});

test.each([
  ["the least", file, "ok"],
  ["with dates", { ...file, exported_at: "2026-01-01T00:00:00Z" }, "ok"],
  ["with a date that is none", { ...file, exported_at: "yesterday" }, ["exported_at: validation.invalid"]],
  ["another format", { ...file, format: "csv" }, ["format: validation.boardFile"]],
  ["no format", { ...file, format: undefined }, ["format: validation.boardFile"]],
  ["another version", { ...file, version: 2 }, ["version: validation.boardFileVersion"]],
  ["no section", sections(0), ["sections: validation.tooFewSections"]],
  ["12 sections", sections(12), "ok"],
  ["13 sections", sections(13), ["sections: validation.tooManySections"]],
  ["no column", columns(0), "ok"],
  ["3 columns", columns(3), "ok"],
  ["4 columns", columns(4), ["sections.0.columns: validation.tooManyColumns"]],
  ["no title", { ...file, board: { title: " " } }, ["board.title: validation.titleRequired"]],
  ["a title of 255", { ...file, board: { title: repeatLetter(255) } }, "ok"],
  [
    "a title of 256",
    { ...file, board: { title: repeatLetter(256) } },
    ["board.title: validation.maxAllowed"],
  ],
  ["a description of 255", { ...file, board: { title: "R", description: repeatLetter(255) } }, "ok"],
  [
    "a description of 256",
    { ...file, board: { title: "R", description: repeatLetter(256) } },
    ["board.description: validation.maxAllowed"],
  ],
  [
    "a section without a title",
    { ...file, sections: [{ title: "", columns: [] }] },
    ["sections.0.title: validation.required"],
  ],
  [
    "a section's title of 256",
    { ...file, sections: [{ title: repeatLetter(256), columns: [] }] },
    ["sections.0.title: validation.maxAllowed"],
  ],
])("[X5] a board's file: %s", (_, input, issues) => {
  expect(issuesOf(boardFile, input)).toEqual(issues);
});

test.each([
  ["a text", { text: "T" }, "ok"],
  ["a text that was hidden", { text: null }, "ok"],
  ["no text", {}, ["text: validation.required"]],
  ["an empty text", { text: " " }, ["text: validation.required"]],
  ["a text of 1000", { text: repeatLetter(1000) }, "ok"],
  ["a text of 1001", { text: repeatLetter(1001) }, ["text: validation.maxAllowed"]],
  ["no vote", { text: "T", votes: 0 }, "ok"],
  ["votes that were concealed", { text: "T", votes: null }, "ok"],
  ["a vote less than none", { text: "T", votes: -1 }, ["votes: validation.notNegative"]],
  ["half a vote", { text: "T", votes: 0.5 }, ["votes: validation.wholeNumber"]],
  ["a million votes", { text: "T", votes: 1_000_000 }, "ok"],
  ["a vote more", { text: "T", votes: 1_000_001 }, ["votes: validation.tooLarge"]],
  [
    "a fault in a nested one",
    { text: "T", stickers: [{ text: "U", stickers: [{ text: "" }] }] },
    ["stickers.0.stickers.0.text: validation.required"],
  ],
  [
    "a date that is none",
    { text: "T", created_at: "2026-13-01T00:00:00Z" },
    ["created_at: validation.invalid"],
  ],
])("[X5] a sticker in a board's file: %s", (_, input, issues) => {
  expect(issuesOf(fileSticker, input)).toEqual(issues);
});

// The positions of a section, a column, and five stickers [T3].
const deepest = [0, 1, 2, 3, 4, 5, 6];
test.each([
  ["the least", {}, "ok"],
  ["a text that was hidden", { text: null }, "ok"],
  ["an empty text", { text: " " }, ["text: validation.required"]],
  ["a text of 1000", { text: repeatLetter(1000) }, "ok"],
  ["a text of 1001", { text: repeatLetter(1001) }, ["text: validation.maxAllowed"]],
  ["an owner of 64", { owner: repeatLetter(64) }, "ok"],
  ["an owner of 65", { owner: repeatLetter(65) }, ["owner: validation.maxAllowed"]],
  ["a due date", { due_on: "2028-02-29" }, "ok"],
  ["a due date that is none", { due_on: "2027-02-29" }, ["due_on: validation.date"]],
  ["another status", { status: "late" }, ["status: validation.invalid"]],
  ["a sticker at the deepest place", { source: deepest }, "ok"],
  ["a sticker deeper than stickers nest", { source: [...deepest, 7] }, ["source: validation.invalid"]],
  ["half a place", { source: [0, 0.5] }, ["source.1: validation.wholeNumber"]],
])("[D1, X5] an action in a board's file: %s", (_, more, issues) => {
  expect(issuesOf(fileAction, { text: "T", status: "open", ...more })).toEqual(issues);
});

test("[X5] ids and people in a file are not read", () => {
  expect(parseOrThrow(fileSticker, { text: "T", id: "a", user_id: "u" })).toEqual({ text: "T" });
});

test("the published schema names what a file needs", () => {
  expect(makeBoardFileJsonSchema()).toMatchObject({
    title: "A retrospective board as a file",
    required: ["format", "version", "board", "sections"],
  });
});
