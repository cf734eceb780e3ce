import { limits } from "@retro/contract/limits";
import { expect, test } from "vitest";
import { isListInserted, linesFault, titleFault } from "./stickerTitles.ts";

test("a text's length counts code points: a thousand emoji fit, one more does not", () => {
  expect(titleFault("😀".repeat(1000))).toBeNull();
  expect(titleFault("😀".repeat(1001))?.key).toBe("validation.maxAllowed");
});

test("a text of blanks alone is required", () => {
  expect(titleFault(" \n ")?.key).toBe("validation.titleRequired");
});

test("a list is refused for its longest text, or for too many texts", () => {
  expect(linesFault(["one", "two"])).toBeNull();
  expect(linesFault(["one", "x".repeat(1001)])).toEqual({ key: "validation.maxAllowed", max: 1000 });
  const most = Array<string>(limits.stickersPerCall).fill("x");
  expect(linesFault(most)).toBeNull();
  expect(linesFault([...most, "x"])).toEqual({
    key: "validation.tooManyAtOnce",
    max: limits.stickersPerCall,
  });
});

test.each([
  ["", "one\ntwo", true],
  ["zero", "zeroone\ntwo", true],
  ["a text that is selected", "a\nb", true],
  ["one\ntwo", "one\nthree\nfour\ntwo", true],
  ["one", "one\n", false],
  ["one\n", "one\nt", false],
  ["onetwo", "one\ntwo", false],
  ["one and two", "one\ntwo", false],
  ["one\ntwo", "one\ntwo, pasted", false],
  ["one\ntwo", "", false],
])("the change from %j to %j inserts a list: %s", (before, after, inserted) => {
  expect(isListInserted(before, after)).toBe(inserted);
});
