import { expect, test } from "vitest";
import { starCount } from "./starCount.ts";

test("a template's stars are its count scaled against the highest, 0 for 0", () => {
  expect(starCount(0, 10)).toBe(0);
  expect(starCount(0, 0)).toBe(0);
  expect(starCount(10, 10)).toBe(5);
  expect(starCount(5, 10)).toBe(2.5);
  expect(starCount(1, 1000)).toBe(0.5);
});
