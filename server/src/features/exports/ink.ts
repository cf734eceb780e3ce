const darkInk = "#1d1b24";
const lightInk = "#ffffff";

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Relative luminance (WCAG 2.2) of a `#rrggbb`. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map((value) => {
    const c = value / 255;
    return c <= 0.040_45 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The ink that reads best on a ground; one of the two always reaches 4.5:1. */
export function inkOn(ground: string): string {
  const light = luminance(ground) + 0.05;
  return light / (luminance(darkInk) + 0.05) >= (luminance(lightInk) + 0.05) / light ? darkInk : lightInk;
}

/** A colour between two, `share` of the second. */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [channels(a), channels(b)];
  return `#${from
    .map((value, i) =>
      Math.round(value + ((to[i] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
