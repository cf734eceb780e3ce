import { expect, test } from "vitest";
import { contrast } from "./contrast.ts";
import { darkVariant, palette, paletteColor } from "./palette.ts";

test("the palette has twelve colours, each value once", () => {
  const values = palette.flatMap((color) => [color.light, color.dark, color.tint, color.tintDark]);
  expect(palette).toHaveLength(12);
  expect(new Set(values).size).toBe(48);
  for (const value of values) expect(value).toMatch(/^#[0-9a-f]{6}$/);
});

test("near-black and near-white text have a contrast of 4.5:1 on the stickers of either theme", () => {
  for (const { light, dark } of palette) {
    expect(contrast(light, "#1d1b20")).toBeGreaterThan(4.5);
    expect(contrast(dark, "#e6e1e9")).toBeGreaterThan(4.5);
  }
});

test("the dark theme shows dark variants of the palette and does not change other colours", () => {
  const { light, dark, tint, tintDark } = paletteColor("teal");
  expect(darkVariant(light.toUpperCase())).toBe(dark);
  expect(darkVariant(tint)).toBe(tintDark);
  expect(darkVariant("#123456")).toBeNull();
});
