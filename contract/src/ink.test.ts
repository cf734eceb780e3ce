import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, inkOn } from "./ink.ts";

test("black on white is 21:1, whichever is named first", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
});

test("ink on any ground whatever reads at 4.5:1 or better", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(byte, byte, byte, (r, g, b) => {
      const ground = `#${[r, g, b].map((c) => c.toString(16).padStart(2, "0")).join("")}`;
      expect(contrast(ground, inkOn(ground))).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
