import { expect, test } from "vitest";
import { sectionWidths } from "./grid.ts";

test.each([
  [1, [12]],
  [2, [6, 6]],
  [3, [4, 4, 4]],
  [4, [6, 6, 6, 6]],
  [5, [4, 4, 4, 6, 6]],
  [6, [4, 4, 4, 4, 4, 4]],
  [7, [4, 4, 4, 6, 6, 6, 6]],
  [8, [4, 4, 4, 4, 4, 4, 6, 6]],
  [9, [4, 4, 4, 4, 4, 4, 4, 4, 4]],
  [10, [4, 4, 4, 4, 4, 4, 6, 6, 6, 6]],
  [11, [4, 4, 4, 4, 4, 4, 4, 4, 4, 6, 6]],
  [12, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]],
])("[L1] %i sections on 12 grid columns have the widths %j", (count, widths) => {
  expect(sectionWidths(count)).toEqual(widths);
});
