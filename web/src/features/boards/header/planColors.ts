import { textColorOn } from "@retro/contract/contrast";
import { darkVariant, palette } from "@retro/contract/palette";

/** For both themes; the bar has the colour of the stickers that belong to the tint. */
export interface PlanColors {
  ground: string;
  groundDark: string;
  bar: string;
  barDark: string;
}

const byTint = new Map(palette.map((color) => [color.tint, color]));

/** Null for a section without a colour, which has the theme's. */
export function planColors(stored: string | null): PlanColors | null {
  if (stored === null) return null;
  const ofPalette = byTint.get(stored.toLowerCase());
  if (ofPalette !== undefined)
    return {
      ground: ofPalette.tint,
      groundDark: ofPalette.tintDark,
      bar: ofPalette.light,
      barDark: ofPalette.dark,
    };
  const dark = darkVariant(stored) ?? stored;
  return { ground: stored, groundDark: dark, bar: inkOf(stored), barDark: inkOf(dark) };
}

/** A colour that is visible on a ground of any lightness. */
function inkOf(ground: string): string {
  return `color-mix(in srgb, ${ground} 60%, ${textColorOn(ground)})`;
}
