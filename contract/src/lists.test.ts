import { expect, test } from "vitest";
import { listQuery, sortedListQuery } from "./lists.ts";
import { issuesOf, repeatLetter, parseOrThrow } from "./testing/schema-issues.ts";

test("a list shows its first page of 20 unless asked otherwise; numbers are read from text", () => {
  expect(parseOrThrow(listQuery, {})).toEqual({ page: 1, per_page: 20 });
  expect(parseOrThrow(listQuery, { page: "3", per_page: "50", sort: "-title", q: " ann " })).toEqual({
    page: 3,
    per_page: 50,
    sort: "-title",
    q: "ann",
  });
});

test.each([
  [{ page: "1" }, "ok"],
  [{ page: "0" }, ["page: validation.invalid"]],
  [{ page: "-1" }, ["page: validation.invalid"]],
  [{ page: "1.5" }, ["page: validation.invalid"]],
  [{ page: "1000000" }, "ok"],
  [{ page: "1000001" }, ["page: validation.invalid"]],
  [{ per_page: "1" }, "ok"],
  [{ per_page: "0" }, ["per_page: validation.invalid"]],
  [{ per_page: "100" }, "ok"],
  [{ per_page: "101" }, ["per_page: validation.invalid"]],
  [{ q: "" }, "ok"],
  [{ q: repeatLetter(255) }, "ok"],
  [{ q: repeatLetter(256) }, ["q: validation.maxAllowed"]],
  [{ sort: repeatLetter(64) }, "ok"],
  [{ sort: repeatLetter(65) }, ["sort: validation.invalid"]],
])("[A5] the query %j", (query, issues) => {
  expect(issuesOf(listQuery, query)).toEqual(issues);
});

test.each(["one", "two"])("[A5] a page named %s is refused", (page) => {
  expect(issuesOf(listQuery, { page })).not.toBe("ok");
});

test.each([
  ["title", true],
  ["-title", true],
  ["sticker_count", true],
  ["-sticker_count", true],
  ["id", false],
  ["Title", false],
  ["--title", false],
  ["+title", false],
  ["", false],
  ["__proto__", false],
  ["constructor", false],
  ["-toString", false],
  ["title,id", false],
])("[A5] a list sorts by its named columns, either way, only: %j is accepted: %s", (sort, accepted) => {
  expect(issuesOf(sortedListQuery("title", "sticker_count"), { sort })).toEqual(
    accepted ? "ok" : ["sort: validation.invalid"],
  );
});

test("[A5] a list of named columns keeps the rules of every list", () => {
  expect(parseOrThrow(sortedListQuery("title"), {})).toEqual({ page: 1, per_page: 20 });
  expect(issuesOf(sortedListQuery("title"), { per_page: "101" })).toEqual(["per_page: validation.invalid"]);
});
