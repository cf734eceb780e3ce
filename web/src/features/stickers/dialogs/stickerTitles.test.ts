import { expect, test } from "vitest";
import { splitLines, titleFault } from "./stickerTitles.ts";

test("a pasted list gives one text for each line, whatever ends its lines; empty ones give none", () => {
  expect(splitLines("one\r\n\n  two \r three\u2028")).toEqual(["one", "two", "three"]);
});

test("a text's length counts code points: a thousand emoji fit, one more does not", () => {
  expect(titleFault("😀".repeat(1000))).toBeNull();
  expect(titleFault("😀".repeat(1001))?.key).toBe("validation.maxAllowed");
});

test("a text of blanks alone is required", () => {
  expect(titleFault(" \n ")?.key).toBe("validation.titleRequired");
});
