import { at, line, sheet } from "./drawing.ts";
import type { Paint } from "./drawing.ts";

function arm({ mid, deep }: Paint): string {
  return `<path fill="${mid}" d="M-21-8Q-15-40-9-64Q0-78 9-64Q15-40 21-8L0 8Z"/>
    <g fill="${deep}"><circle cy="-60" r="3"/><circle cy="-48" r="3.5"/><circle cx="-5" cy="-36" r="3"/><circle cx="5" cy="-36" r="3"/></g>`;
}

/** A starfish on the beach, one arm for each of the five questions. */
export const starfish = sheet("yellow", ({ blue, green, yellow, red, orange, teal, pink, ink, paper }) => {
  const arms = [blue, green, yellow, red, orange].map((paint, i) => at(0, 0, arm(paint), i * 72)).join("");
  return `<rect width="320" height="180" fill="${yellow.soft}"/>
    <path fill="${teal.soft}" d="M0 0H320V44q-30 18-62 6t-66 2-66-2-64 4T0 46Z"/>
    <path fill="${blue.mid}" opacity=".55" d="M0 0H320V24q-32 16-64 4t-64 2-64-2-64 4T0 26Z"/>
    <path ${line(paper, 4)} d="M0 50q30 16 62 6t66-2 66 2 66-2 60-8" opacity=".9"/>
    <g fill="${orange.mid}" opacity=".55"><circle cx="34" cy="90" r="3"/><circle cx="60" cy="132" r="2.5"/><circle cx="250" cy="76" r="3"/>
    <circle cx="292" cy="108" r="2.5"/><circle cx="92" cy="166" r="3"/><circle cx="232" cy="164" r="2.5"/><circle cx="84" cy="78" r="2.5"/></g>
    ${at(
      160,
      103,
      `<g opacity=".16" transform="translate(0 6)">${[0, 72, 144, 216, 288].map((turn) => `<path fill="${ink}" transform="rotate(${turn})" d="M-21-8Q-15-40-9-64Q0-78 9-64Q15-40 21-8L0 8Z"/>`).join("")}</g>
    ${arms}<circle r="25" fill="${pink.mid}"/><circle r="25" fill="none" stroke="${pink.deep}" stroke-width="2" opacity=".5"/>
    <circle cx="-8" cy="-4" r="3.5" fill="${ink}"/><circle cx="8" cy="-4" r="3.5" fill="${ink}"/><path ${line(ink, 3)} d="M-8 6Q0 14 8 6"/>`,
      -8,
    )}
    ${at(54, 150, `<path fill="${pink.soft}" d="M-22 8A22 22 0 0 1 22 8L6 14H-6Z"/><path ${line(pink.deep, 2.5)} d="M0 12V-12M-4 12L-14-6M4 12L14-6"/>`, -18)}
    ${at(270, 140, `<path fill="${paper}" d="M-18 10q-4-22 18-24 20 2 18 24Z"/><path ${line(orange.mid, 3)} d="M-6 8q0-12 8-12t6 10"/>`, 12)}`;
});
