import { expect, test } from "vitest";
import { excerptOf, hasAllWords, markWords, searchWords } from "./search-words.ts";

test.each([
  ["Релиз ПЛАТФОРМЫ", ["платформы", "релиз"]],
  ["Ёлка елка", ["елка"]],
  ["и\u0306од", ["йод"]],
  [`"a" OR b* NEAR(c) -d : ^e`, ["near", "or", "a", "b", "c", "d", "e"]],
  ["про проект", ["проект"]],
  ["🙂 «» — '\\;", []],
  ["v1.2_beta", ["beta", "v1", "2"]],
])("[G8] the words of %s", (question, words) => {
  expect(searchWords(question)).toEqual(words);
});

test("[G8] words are found in any order and any case, at the beginning of words only", () => {
  const text = "Ускорить РЕЛИЗЫ: ёлка и план";
  const has = (question: string) => hasAllWords(text, searchWords(question));
  expect(["план релиз", "ЕЛК", "ускорить", "уск пл рел"].map(has)).toEqual([true, true, true, true]);
  expect(["лиз", "план отпуск"].map(has)).toEqual([false, false]);
});

test("[G8] the found words of a text are marked, and nothing of the text is lost", () => {
  const parts = markWords("Наш релиз, релизы!", searchWords("релиз"));
  expect(parts.filter(({ found }) => found).map(({ text }) => text)).toEqual(["релиз", "релизы"]);
  expect(parts.map(({ text }) => text).join("")).toBe("Наш релиз, релизы!");
});

test("[G8] an excerpt has the first found word, one line and at most its length", () => {
  const far = `${"слово ".repeat(100)}цель${" потом".repeat(100)}`;
  const excerpt = excerptOf(far, ["цель"], 60);
  expect(excerpt).toContain("цель");
  expect(excerpt).toMatch(/^….*…$/);
  expect([...excerpt]).toHaveLength(62);
  expect(excerptOf("two\n lines", ["lines"], 60)).toBe("two lines");
  expect(excerptOf(`${"🇩🇪".repeat(40)} end`, ["end"], 20)).toBe(`…${"🇩🇪".repeat(16)} end`);
  const last = excerptOf(`${"🦦 ".repeat(80)}end`, ["end"], 20);
  expect(last).toMatch(/^….*end$/);
  expect([...last]).toHaveLength(21);
});

test("[G8] an excerpt counts the emoji before its word as one character each", () => {
  const text = `${"🦦".repeat(100)} цель ${"потом ".repeat(20)}`;
  expect(excerptOf(text, ["цель"], 30)).toBe(`…${"🦦".repeat(9)} цель потом потом пот…`);
});
