import { expect, test } from "vitest";
import { preview } from "./preview.ts";

test("100 characters stay whole, the 101st becomes an ellipsis", () => {
  expect(preview("x".repeat(100))).toBe("x".repeat(100));
  expect(preview("x".repeat(101))).toBe(`${"x".repeat(100)}…`);
});

test("an emoji is one character and is never cut in two", () => {
  expect(preview("😀".repeat(100))).toBe("😀".repeat(100));
  expect(preview("😀".repeat(101))).toBe(`${"😀".repeat(100)}…`);
  expect(preview(`a${"😀".repeat(150)}`)).toBe(`a${"😀".repeat(99)}…`);
});
