import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, textColorOn, luminance } from "./contrast.ts";

test("black on white is 21:1, in either order", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
});

test("the text colour has a contrast of 4.5:1 or better on any background", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(byte, byte, byte, (r, g, b) => {
      const ground = `#${[r, g, b].map((c) => c.toString(16).padStart(2, "0")).join("")}`;
      expect(contrast(ground, textColorOn(ground))).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

// Computed with the formula of WCAG 2.2, which gives these weights; `#0a0a0a` is on the linear part of the
// curve, `#0b0b0b` above it.
test.each([
  ["#000000", 0],
  ["#ffffff", 1],
  ["#ff0000", 0.2126],
  ["#00FF00", 0.7152],
  ["#0000ff", 0.0722],
  ["#0a0a0a", 0.003_035_27],
  ["#0b0b0b", 0.003_346_54],
  ["#777777", 0.184_475],
  ["#808080", 0.215_860_5],
  ["ffffff", 1],
  ["red", 1],
  ["#fff", 1],
  ["#ff00000", 1],
])("the luminance of %s is %f; a text that is no colour counts as white", (colour, expected) => {
  expect(luminance(colour)).toBeCloseTo(expected, 6);
});

test.each([
  ["#777777", "#ffffff", 4.478],
  ["#ff0000", "#ffffff", 3.9985],
  ["#0000ff", "#ffffff", 8.5925],
  ["#808080", "#808080", 1],
])("the contrast of %s and %s is %f", (a, b, expected) => {
  expect(contrast(a, b)).toBeCloseTo(expected, 3);
});

test.each([
  ["#ffffff", "#1d1b24"],
  ["#000000", "#ffffff"],
  ["#fff59d", "#1d1b24"],
  ["#4527a0", "#ffffff"],
  ["#7b7b7b", "#000000"],
])("the text colour on %s is %s", (background, color) => expect(textColorOn(background)).toBe(color));
