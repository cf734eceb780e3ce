import type { StickerStyle } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { darkTwin, paletteColor } from "@retro/contract/palette";
import type { CSSProperties } from "react";
import { contrast, inkOn } from "@retro/contract/ink";

/** A sticker's colours in both themes as CSS variables, so that a change of theme repaints and renders nothing anew. */
export type Look = CSSProperties & Record<`--s-${string}`, string>;

/** What a sticker is made of when neither it nor its section says anything. */
export const plain = {
  backgroundColor: paletteColor("yellow").light,
  fontSize: `${limits.defaultFontSize}px`,
};

const readable = 4.5;

/** The ground as the dark theme shows it: the palette's twin, else the colour as it was chosen. */
export function darkGround(stored: string): string {
  return darkTwin(stored) ?? stored;
}

/**
 * The ink for a ground: what the author chose, else what reads best. In the dark theme the author's choice was made for another
 * ground: where it reads worse than 4.5:1 it is led towards the ink that reads best until it does.
 */
export function inkFor(chosen: string | null | undefined, ground: string, guard: boolean): string {
  const best = inkOn(ground);
  if (chosen === null || chosen === undefined) return best;
  if (!guard || contrast(chosen, ground) >= readable) return chosen;
  for (let share = 0.2; share < 1; share += 0.2) {
    const led = mix(chosen, best, share);
    if (contrast(led, ground) >= readable) return led;
  }
  return best;
}

function mix(from: string, to: string, share: number): string {
  const part = (at: number) => {
    const a = Number.parseInt(from.slice(at, at + 2), 16);
    const b = Number.parseInt(to.slice(at, at + 2), 16);
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** A sticker's own style laid over its section's. */
export function mergedStyle(own: StickerStyle, section: StickerStyle | undefined): StickerStyle {
  return { ...section, ...Object.fromEntries(Object.entries(own).filter(([, v]) => v != null)) };
}

const looks = new Map<string, Look>();

/** The CSS of a sticker with this style in a section with that item style (spec 3.6). */
export function lookOf(own: StickerStyle, section: StickerStyle | undefined): Look {
  const key = JSON.stringify([own, section ?? null]);
  let look = looks.get(key);
  if (look === undefined) {
    const style = mergedStyle(own, section);
    const ground = style.backgroundColor ?? plain.backgroundColor;
    const dark = darkGround(ground);
    look = {
      "--s-ground": ground,
      "--s-ground-dark": dark,
      "--s-ink": inkFor(style.color, ground, false),
      "--s-ink-dark": inkFor(style.color, dark, true),
      "--s-meta": inkOn(ground),
      "--s-meta-dark": inkOn(dark),
      fontSize: style.fontSize ?? plain.fontSize,
      ...(style.fontWeight === "bold" && { fontWeight: 700 }),
      ...(style.fontStyle === "italic" && { fontStyle: "italic" }),
      ...(style.textDecoration === "underline" && { textDecoration: "underline" }),
    };
    if (looks.size > 2000) looks.clear();
    looks.set(key, look);
  }
  return look;
}

/** The CSS of a section's ground; nothing said: the page's own surface. */
export function groundOf(stored: string | null | undefined): Look | undefined {
  if (stored === null || stored === undefined) return undefined;
  const dark = darkGround(stored);
  return {
    "--s-ground": stored,
    "--s-ground-dark": dark,
    "--s-ink": inkOn(stored),
    "--s-ink-dark": inkOn(dark),
  };
}
