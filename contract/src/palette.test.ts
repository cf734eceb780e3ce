import { expect, test } from "vitest";
import { darkVariant, palette, paletteColor } from "./palette.ts";

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

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
