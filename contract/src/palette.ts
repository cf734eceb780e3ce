/**
 * The twelve sticker colours (look: "Colour"). Made in OKLCH at one lightness and chroma per role, so that no colour shouts
 * louder than its neighbour and near-black ink on `light`, near-white ink on `dark`, both pass 4.5:1.
 *
 * What is stored is always the light hex (`light` on stickers, `tint` on sections); the dark theme shows its twin.
 */
export interface PaletteColor {
  readonly key: PaletteKey;
  /** A sticker in the light theme, and the value that is stored. */
  readonly light: string;
  /** The same sticker as the dark theme shows it. */
  readonly dark: string;
  /** A section's soft ground in the light theme, and the value that is stored. */
  readonly tint: string;
  /** The same ground as the dark theme shows it. */
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
  { key: "yellow", light: "#f8e394", dark: "#4a3f14", tint: "#f8f5e8", tintDark: "#242014" },
  { key: "orange", light: "#ffd3aa", dark: "#563819", tint: "#fdf2e9", tintDark: "#281e15" },
  { key: "red", light: "#ffcfc8", dark: "#5c322d", tint: "#fff1ef", tintDark: "#2a1d1b" },
  { key: "pink", light: "#feccdf", dark: "#593142", tint: "#fff0f5", tintDark: "#291c21" },
  { key: "plum", light: "#f7ccf8", dark: "#503452", tint: "#fbf1fb", tintDark: "#261d26" },
  { key: "purple", light: "#e2d4fe", dark: "#45385c", tint: "#f6f2ff", tintDark: "#221e2a" },
  { key: "indigo", light: "#d3daff", dark: "#373c60", tint: "#f2f4ff", tintDark: "#1e202b" },
  { key: "blue", light: "#c3e0ff", dark: "#25425f", tint: "#edf6ff", tintDark: "#18212b" },
  { key: "teal", light: "#a0ecf0", dark: "#02494d", tint: "#e8f8f9", tintDark: "#132425" },
  { key: "green", light: "#b5ecc7", dark: "#224931", tint: "#ecf8ef", tintDark: "#18241c" },
  { key: "lime", light: "#cfe7a8", dark: "#38451f", tint: "#f2f7ea", tintDark: "#1e2217" },
  { key: "grey", light: "#dbdbe4", dark: "#3f3f45", tint: "#f4f4f6", tintDark: "#202022" },
];

const byKey = new Map(palette.map((color) => [color.key, color]));
const darkVariants = new Map(
  palette.flatMap((color) => [
    [color.light, color.dark],
    [color.tint, color.tintDark],
  ]),
);

/**
 * The palette colour of that name.
 * @throws Error when the palette lacks it, which its own type already forbids.
 */
export function paletteColor(key: PaletteKey): PaletteColor {
  const color = byKey.get(key);
  if (color === undefined) throw new Error(`No palette colour ${key}`);
  return color;
}

/**
 * How the dark theme shows a stored colour: the dark twin of a palette sticker colour or tint,
 * or null for a colour a person chose freely, which is shown as it was chosen.
 */
export function darkVariant(stored: string): string | null {
  return darkVariants.get(stored.toLowerCase()) ?? null;
}
