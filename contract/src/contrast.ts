/** Text colour and contrast (WCAG 2.2, "relative luminance" and "contrast ratio"). Colours are `#rrggbb`. */

const darkText = "#1d1b24";
const lightText = "#ffffff";

function linearChannel(value: number): number {
  const c = value / 255;
  return c <= 0.040_45 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

/** The relative luminance of a colour, 0 (black) to 1 (white); 1 for a text that is no `#rrggbb`. */
export function luminance(hex: string): number {
  const m = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!m) return 1;
  const [r = 255, g = 255, b = 255] = m.slice(1).map((part) => Number.parseInt(part, 16));
  return 0.2126 * linearChannel(r) + 0.7152 * linearChannel(g) + 0.0722 * linearChannel(b);
}

/** The contrast ratio of two colours, 1 to 21, in either order. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const textColors = new Map<string, string>();
/** A palette has a dozen colours; more come from boards that were made by other programs. */
const maxRemembered = 1000;

export function textColorOn(background: string): string {
  let color = textColors.get(background);
  if (color === undefined) {
    color = computeTextColor(background);
    if (textColors.size < maxRemembered) textColors.set(background, color);
  }
  return color;
}

function computeTextColor(background: string): string {
  const [onDark, onLight] = [contrast(background, darkText), contrast(background, lightText)];
  if (Math.max(onDark, onLight) < 4.5) return "#000000";
  return onDark >= onLight ? darkText : lightText;
}
