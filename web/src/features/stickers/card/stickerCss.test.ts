import { palette } from "@retro/contract/palette";
import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast } from "@retro/contract/contrast";
import { darkBackground, textColorFor, stickerCss } from "./stickerCss.ts";

test("the automatic text color has a contrast of 4.5:1 or better on every palette colour, in both themes", () => {
  for (const color of palette) {
    const look = stickerCss({ backgroundColor: color.light }, undefined);
    expect(contrast(look["--s-ink"] ?? "", color.light)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(look["--s-ink-dark"] ?? "", color.dark)).toBeGreaterThanOrEqual(4.5);
  }
});

test("a text color chosen for the light theme stays readable in the dark one", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const hex = fc
    .tuple(byte, byte, byte)
    .map((rgb) => `#${rgb.map((c) => c.toString(16).padStart(2, "0")).join("")}`);
  fc.assert(
    fc.property(hex, fc.constantFrom(...palette), (chosen, color) => {
      const ground = darkBackground(color.light);
      expect(contrast(textColorFor(chosen, ground, true), ground)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test("the light theme uses the text color that the author chose", () => {
  expect(stickerCss({ color: "#ff0000" }, undefined)["--s-ink"]).toBe("#ff0000");
});

test("a sticker's own style wins over its section's, field by field", () => {
  const look = stickerCss({ fontWeight: "normal" }, { fontWeight: "bold", fontSize: "20px" });
  expect(look.fontWeight).toBeUndefined();
  expect(look.fontSize).toBe("20px");
});
