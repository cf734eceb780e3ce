import { at, halo, line, sheet, sparkle } from "./drawing.ts";
import type { Paint } from "./drawing.ts";

function cell(x: number, { mid, deep, glow }: Paint): string {
  return `<rect x="${x}" y="-33" width="34" height="70" rx="8" fill="${deep}"/><rect x="${x}" y="-37" width="34" height="68" rx="8" fill="${mid}"/>
    <path ${line(glow, 4)} opacity=".7" d="M${x + 8} -28V-10"/>`;
}

/** A battery on its charger: lively on one side, leaking on the other. */
export const energy = sheet("green", ({ green, red, blue, yellow, grey, lime, ink, paper }) => {
  const bolt = `<path fill="${yellow.mid}" stroke="${yellow.mid}" stroke-width="3" stroke-linejoin="round" d="M5-22L-13 5H-1L-5 22 13-5H1Z"/>`;
  const face = `<g fill="${ink}"><circle cx="-12" cy="-8" r="4"/><circle cx="12" cy="-8" r="4"/></g><path ${line(ink, 3.5)} d="M-11 4Q0 15 11 4"/>`;
  return `${halo(150, 84, 82, green.soft)}
    <path fill="${lime.soft}" d="M0 152Q160 134 320 152V180H0Z"/>
    <path ${line(blue.deep, 6)} d="M204 84H226Q262 84 262 118T290 152H330"/>
    ${at(232, 84, `<path fill="${blue.mid}" d="M-12-20H4q16 4 16 20T4 20H-12Z"/><path ${line(grey.mid, 6)} d="M-14-9H-26M-14 9H-26"/>`)}
    ${at(
      132,
      90,
      `<rect x="64" y="-24" width="22" height="44" rx="8" fill="${grey.deep}"/><rect x="-74" y="-48" width="148" height="98" rx="20" fill="${grey.deep}"/>
      <rect x="-74" y="-54" width="148" height="98" rx="20" fill="${grey.mid}"/><rect x="-66" y="-46" width="132" height="84" rx="14" fill="${paper}" opacity=".8"/>
      ${cell(-60, red)}${cell(-17, yellow)}${cell(26, green)}${face}`,
    )}
    <path fill="${red.mid}" d="M44 122q9 13 0 18-9-5 0-18ZM30 142q7 10 0 14-7-4 0-14Z"/>
    ${at(262, 46, bolt, 10)}${at(36, 50, sparkle(yellow.mid), 0, 0.9)}${at(292, 84, sparkle(green.mid), 0, 0.8)}${at(214, 26, sparkle(blue.mid), 0, 0.7)}`;
});
