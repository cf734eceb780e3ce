import { expect, test } from "vitest";
import { stars } from "./stars.ts";

test("a template's stars are its count scaled against the highest, 0 for 0", () => {
  expect(stars(0, 10)).toBe(0);
  expect(stars(0, 0)).toBe(0);
  expect(stars(10, 10)).toBe(5);
  expect(stars(5, 10)).toBe(2.5);
  expect(stars(1, 1000)).toBe(0.5);
});
