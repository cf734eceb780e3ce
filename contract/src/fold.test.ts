import { expect, test } from "vitest";
import { fold } from "./fold.ts";

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
