import { expect, it } from "vitest";
import { nextZoom, zoomLevels } from "./boardZoom.ts";

it("goes through all sizes up and down, and ends at the largest and the smallest", () => {
  const steps = (from: number, step: 1 | -1): number[] => {
    const next = nextZoom(from, step);
    return next === null ? [] : [next, ...steps(next, step)];
  };
  expect(steps(75, 1)).toEqual(zoomLevels.slice(1));
  expect(steps(200, -1)).toEqual(zoomLevels.toReversed().slice(1));
});
