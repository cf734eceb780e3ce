/**
 * The twelve sticker colours. Each role has about one lightness and chroma in OKLCH, so that no colour draws
 * more attention than another, and dark text on `light` and light text on `dark` both have a contrast of
 * 4.5:1. The dark variants of yellow and orange are lighter than the others: as dark as those they would look
 * brown. They are no more saturated than the rest.
 *
 * Boards store the light value (`light` on stickers, `tint` on sections); the dark theme shows its dark
 * variant.
 */
export interface PaletteColor {
  readonly key: PaletteKey;
  /** A sticker in the light theme, and the value that is stored. */
  readonly light: string;
  /** The same sticker as the dark theme shows it. */
  readonly dark: string;
  /** A section's background in the light theme, and the value that is stored. */
  readonly tint: string;
  /** The same background as the dark theme shows it. */
  readonly tintDark: string;
}

export type PaletteKey =
  | "yellow"
  | "orange"
  | "red"
  | "pink"
  | "plum"
  | "purple"
  | "indigo"
  | "blue"
  | "teal"
  | "green"
  | "lime"
  | "grey";

export const palette: readonly PaletteColor[] = [
  { key: "yellow", light: "#f8e394", dark: "#6f5a26", tint: "#f8f5e8", tintDark: "#292112" },
  { key: "orange", light: "#ffd3aa", dark: "#85502f", tint: "#fdf2e9", tintDark: "#2b1d16" },
  { key: "red", light: "#ffcfc8", dark: "#813935", tint: "#fff1ef", tintDark: "#2a1d1b" },
  { key: "pink", light: "#feccdf", dark: "#783a4f", tint: "#fff0f5", tintDark: "#291c21" },
  { key: "plum", light: "#f7ccf8", dark: "#673e69", tint: "#fbf1fb", tintDark: "#261d26" },
  { key: "purple", light: "#e2d4fe", dark: "#564278", tint: "#f6f2ff", tintDark: "#221e2a" },
  { key: "indigo", light: "#d3daff", dark: "#43497c", tint: "#f2f4ff", tintDark: "#1e202b" },
  { key: "blue", light: "#c3e0ff", dark: "#28517a", tint: "#edf6ff", tintDark: "#18212b" },
  { key: "teal", light: "#a0ecf0", dark: "#015b61", tint: "#e8f8f9", tintDark: "#132425" },
  { key: "green", light: "#b5ecc7", dark: "#235d3e", tint: "#ecf8ef", tintDark: "#18241c" },
  { key: "lime", light: "#cfe7a8", dark: "#4b5d23", tint: "#f2f7ea", tintDark: "#1e2217" },
  { key: "grey", light: "#dbdbe4", dark: "#4c4c54", tint: "#f4f4f6", tintDark: "#202022" },
];

const byKey = new Map(palette.map((color) => [color.key, color]));
const darkVariants = new Map(
  palette.flatMap((color) => [
    [color.light, color.dark],
    [color.tint, color.tintDark],
  ]),
);

/** The palette's colour of that name. */
export function paletteColor(key: PaletteKey): PaletteColor {
  const color = byKey.get(key);
  if (color === undefined) throw new Error(`No palette colour ${key}`);
  return color;
}

/**
 * How the dark theme shows a stored colour.
 * @param stored `#rrggbb`, in either case
 * @returns the dark variant of a colour of the palette; null for any other colour, which both themes show
 *   unchanged
 */
export function darkVariant(stored: string): string | null {
  return darkVariants.get(stored.toLowerCase()) ?? null;
}
