import { expect, test } from "vitest";
import { fold, likePattern } from "./fold.ts";

test.each([
  [["  Ёлка \n\t Зелёная "], "елка зеленая"],
  [["Ann", null, undefined, "", "Lee"], "ann lee"],
  [["ＡＢＣ ﬁ"], "abc fi"],
  [["e\u0301"], "é"],
  [["STRASSE", "ÉTÉ"], "strasse été"],
  [[], ""],
])("%j is searched as %j", (parts, folded) => {
  expect(fold(...parts)).toBe(folded);
});

test.each([
  ["100%", "%100\\%%"],
  ["a_b\\c", "%a\\_b\\\\c%"],
  ["Ёж", "%еж%"],
  ["", "%%"],
])("%j is found by the pattern %j", (words, pattern) => {
  expect(likePattern(words)).toBe(pattern);
});
