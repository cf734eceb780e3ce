import { expect, it } from "vitest";
import { nextZoom, zoomLevels, zoomStepOf } from "./boardZoom.ts";

it("goes through all sizes up and down, and ends at the largest and the smallest", () => {
  const steps = (from: number, step: 1 | -1): number[] => {
    const next = nextZoom(from, step);
    return next === null ? [] : [next, ...steps(next, step)];
  };
  expect(steps(75, 1)).toEqual(zoomLevels.slice(1));
  expect(steps(200, -1)).toEqual(zoomLevels.toReversed().slice(1));
});

it.each<[string, { key: string; altKey?: boolean; altGraph?: boolean }, number | undefined]>([
  ["plus on a German keyboard", { key: "+" }, 1],
  ["equals on a US keyboard", { key: "=" }, 1],
  ["minus", { key: "-" }, -1],
  ["zero", { key: "0" }, 0],
  ["a brace by AltGr", { key: "}", altGraph: true }, undefined],
  ["zero with AltGr", { key: "0", altGraph: true }, undefined],
  ["plus without Alt, which is the browser's", { key: "+", altKey: false }, undefined],
])("%s, with Ctrl and Alt, changes the size by its sign", (_name, { altGraph = false, ...key }, step) => {
  const event = {
    ctrlKey: true,
    altKey: true,
    metaKey: false,
    getModifierState: () => altGraph,
    ...key,
  };
  expect(zoomStepOf(event)).toBe(step);
});
