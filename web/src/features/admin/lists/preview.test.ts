import { expect, test } from "vitest";
import { previewText } from "./preview.ts";

test("100 characters stay whole, the 101st becomes an ellipsis", () => {
  expect(previewText("x".repeat(100))).toBe("x".repeat(100));
  expect(previewText("x".repeat(101))).toBe(`${"x".repeat(100)}…`);
});

test("an emoji is one character and is never cut in two", () => {
  expect(previewText("😀".repeat(100))).toBe("😀".repeat(100));
  expect(previewText("😀".repeat(101))).toBe(`${"😀".repeat(100)}…`);
  expect(previewText(`a${"😀".repeat(150)}`)).toBe(`a${"😀".repeat(99)}…`);
  // Five code points each.
  expect(previewText("👨‍👩‍👧".repeat(30))).toBe(`${"👨‍👩‍👧".repeat(20)}…`);
});
