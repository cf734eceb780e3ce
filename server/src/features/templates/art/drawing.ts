import { palette } from "@retro/contract/palette";
import type { PaletteKey } from "@retro/contract/palette";

/** The theme of a picture. */
export type Mode = "light" | "dark";

/** Draws one template's picture for one theme: a whole SVG document. */
export type Drawing = (mode: Mode) => string;

/** The strengths of one colour in a picture, from its ground to its shadows; `glow` is its light on either theme. */
export interface Paint {
  readonly tint: string;
  readonly soft: string;
  readonly mid: string;
  readonly deep: string;
  readonly glow: string;
}

/** All paints of a theme, and its two neutrals: `ink` for fine lines, `paper` for what is white in reality. */
export type Paints = Readonly<Record<PaletteKey, Paint>> & { readonly ink: string; readonly paper: string };

/** Mid and deep strength of each palette colour, made in OKLCH like the palette itself. */
const accents: Readonly<Record<PaletteKey, Readonly<Record<Mode, readonly [string, string]>>>> = {
  yellow: { light: ["#e7c744", "#b8891c"], dark: ["#bba54e", "#866a2a"] },
  orange: { light: ["#f4a653", "#b77016"], dark: ["#c98c4c", "#8c5d2b"] },
  red: { light: ["#f6897c", "#b7554a"], dark: ["#cd776c", "#904e46"] },
  pink: { light: ["#ee86b2", "#b0537d"], dark: ["#c67597", "#8b4c67"] },
  plum: { light: ["#d78ddb", "#9d5aa1"], dark: ["#b47ab7", "#7d507f"] },
  purple: { light: ["#ba98f5", "#8463b8"], dark: ["#9d82cc", "#6b578f"] },
  indigo: { light: ["#98a4fe", "#656ec3"], dark: ["#818bd5", "#565e96"] },
  blue: { light: ["#65b2fe", "#307bc0"], dark: ["#5b97d3", "#386695"] },
  teal: { light: ["#10c4cb", "#05888e"], dark: ["#10a6ad", "#057176"] },
  green: { light: ["#5bc586", "#1f8d54"], dark: ["#55a674", "#33724c"] },
  lime: { light: ["#a5c862", "#71902d"], dark: ["#8ba758", "#5d7235"] },
  grey: { light: ["#ababb9", "#767683"], dark: ["#91919c", "#62626b"] },
};

function paints(mode: Mode): Paints {
  const named = palette.map(({ key, light, dark, tint, tintDark }) => {
    const [mid, deep] = accents[key][mode];
    return [
      key,
      mode === "light"
        ? { tint, soft: light, mid, deep, glow: light }
        : { tint: tintDark, soft: dark, mid, deep, glow: light },
    ];
  });
  const neutrals =
    mode === "light" ? { ink: "#443c52", paper: "#ffffff" } : { ink: "#17141d", paper: "#d6d1de" };
  return { ...(Object.fromEntries(named) as Record<PaletteKey, Paint>), ...neutrals };
}

/**
 * A drawing on the common sheet: 320 × 180, rounded, with a ground in the tint of one colour.
 * Pictures contain no text: the page shows the template's title beside them, in the user's language.
 */
export function sheet(ground: PaletteKey, draw: (paint: Paints) => string): Drawing {
  return (mode) => {
    const paint = paints(mode);
    const body = draw(paint).replace(/\s*\n\s*/g, "");
    return (
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="320" height="180">' +
      '<clipPath id="sheet"><rect width="320" height="180" rx="12"/></clipPath>' +
      `<g clip-path="url(#sheet)"><rect width="320" height="180" fill="${paint[ground].tint}"/>${body}</g></svg>`
    );
  };
}

/** Moves a drawing made around 0,0 to its place, turned by degrees and scaled. */
export function at(x: number, y: number, body: string, turn = 0, scale = 1): string {
  const rotate = turn === 0 ? "" : ` rotate(${turn})`;
  const size = scale === 1 ? "" : ` scale(${scale})`;
  return `<g transform="translate(${x} ${y})${rotate}${size}">${body}</g>`;
}

/** Attributes of a round-ended line of that colour and width. */
export function line(color: string, width: number): string {
  return `fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;
}

/** The large soft disc behind the subject. */
export function halo(x: number, y: number, r: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity=".55"/>`;
}

/** A cloud about 74 wide at scale 1, its middle at 0,0. */
export function cloud(fill: string): string {
  return `<path transform="translate(-37 -5)" fill="${fill}" d="M14 30a14 14 0 0 1 1-28 20 20 0 0 1 37-4 16 16 0 0 1 6 32z"/>`;
}

/** A heart 24 wide around 0,0. */
export function heart(fill: string): string {
  return `<path fill="${fill}" d="M0 11C-16 0-13-11-6-11-2-11 0-8 0-6 0-8 2-11 6-11 13-11 16 0 0 11Z"/>`;
}

/** A four-pointed sparkle 20 wide around 0,0. */
export function sparkle(fill: string): string {
  return `<path fill="${fill}" d="M0-10Q1.5-1.5 10 0 1.5 1.5 0 10-1.5 1.5-10 0-1.5-1.5 0-10Z"/>`;
}

/** A five-pointed star with soft tips around 0,0. */
export function star(fill: string, r = 12): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const reach = i % 2 === 0 ? r : r * 0.5;
    const angle = (i * Math.PI) / 5;
    return `${(reach * Math.sin(angle)).toFixed(1)} ${(-reach * Math.cos(angle)).toFixed(1)}`;
  });
  return `<path fill="${fill}" stroke="${fill}" stroke-width="${r / 4}" stroke-linejoin="round" d="M${points.join("L")}Z"/>`;
}

/** A puzzle piece about 30 wide around 0,0: a knob above and at the right, a hollow at the left. */
export function puzzle(fill: string): string {
  return `<path fill="${fill}" stroke="${fill}" stroke-width="2" stroke-linejoin="round" d="M-12-10h7a6 6 0 1 1 10 0h7v7a6 6 0 1 1 0 10v7h-24v-7a6 6 0 1 0 0-10z"/>`;
}

/** Short rays around 0,0, from `from` to `to`, `count` of them. */
export function rays(color: string, from: number, to: number, count: number, width = 4): string {
  const strokes = Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count;
    const point = (r: number) => `${(r * Math.sin(angle)).toFixed(1)} ${(-r * Math.cos(angle)).toFixed(1)}`;
    return `M${point(from)}L${point(to)}`;
  });
  return `<path ${line(color, width)} d="${strokes.join("")}"/>`;
}
