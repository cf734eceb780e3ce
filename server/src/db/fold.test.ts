import { expect, test } from "vitest";
import { likePattern } from "./fold.ts";

test.each([
  ["100%", "%100\\%%"],
  ["a_b\\c", "%a\\_b\\\\c%"],
  ["Ёж", "%еж%"],
  ["", "%%"],
])("%j is found by the pattern %j", (words, pattern) => {
  expect(likePattern(words)).toBe(pattern);
});
