import type { StickerStyle } from "@retro/contract/styles";
import { limits } from "@retro/contract/limits";
import { darkVariant, paletteColor } from "@retro/contract/palette";
import type { CSSProperties } from "react";
import { contrast, textColorOn } from "@retro/contract/contrast";

/** For both themes as CSS variables, so that a change of theme repaints without a render. */
export type StickerCss = CSSProperties & Record<`--s-${string}`, string>;

export const defaultStyle = {
  backgroundColor: paletteColor("yellow").light,
  fontSize: `${limits.defaultFontSize}px`,
};

const minContrast = 4.5;

export function darkBackground(stored: string): string {
  return darkVariant(stored) ?? stored;
}

/**
 * A chosen colour whose contrast is below 4.5:1 in the dark theme is mixed with the best one until it fits.
 */
export function textColorFor(
  chosen: string | null | undefined,
  background: string,
  ensureContrast: boolean,
): string {
  const best = textColorOn(background);
  if (chosen === null || chosen === undefined) return best;
  if (!ensureContrast || contrast(chosen, background) >= minContrast) return chosen;
  for (let share = 0.2; share < 1; share += 0.2) {
    const mixed = mix(chosen, best, share);
    if (contrast(mixed, background) >= minContrast) return mixed;
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

export function mergedStyle(own: StickerStyle, section: StickerStyle | undefined): StickerStyle {
  return { ...section, ...Object.fromEntries(Object.entries(own).filter(([, v]) => v != null)) };
}

const cssCache = new Map<string, StickerCss>();

export function stickerCss(own: StickerStyle, section: StickerStyle | undefined): StickerCss {
  const key = JSON.stringify([own, section ?? null]);
  let css = cssCache.get(key);
  if (css === undefined) {
    const style = mergedStyle(own, section);
    const ground = style.backgroundColor ?? defaultStyle.backgroundColor;
    const dark = darkBackground(ground);
    css = {
      "--s-ground": ground,
      "--s-ground-dark": dark,
      "--s-ink": textColorFor(style.color, ground, false),
      "--s-ink-dark": textColorFor(style.color, dark, true),
      "--s-meta": textColorOn(ground),
      "--s-meta-dark": textColorOn(dark),
      fontSize: style.fontSize ?? defaultStyle.fontSize,
      ...(style.fontWeight === "bold" && { fontWeight: 700 }),
      ...(style.fontStyle === "italic" && { fontStyle: "italic" }),
      ...(style.textDecoration === "underline" && { textDecoration: "underline" }),
    };
    if (cssCache.size > 2000) cssCache.clear();
    cssCache.set(key, css);
  }
  return css;
}

export function sectionCss(stored: string | null | undefined): StickerCss | undefined {
  if (stored === null || stored === undefined) return undefined;
  const dark = darkBackground(stored);
  return {
    "--s-ground": stored,
    "--s-ground-dark": dark,
    "--s-ink": textColorOn(stored),
    "--s-ink-dark": textColorOn(dark),
  };
}
