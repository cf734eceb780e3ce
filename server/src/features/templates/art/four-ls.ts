import { at, halo, heart, line, puzzle, rays, sheet, star } from "./drawing.ts";
import type { Paint } from "./drawing.ts";

function card(paint: Paint, paper: string, symbol: string): string {
  return `<rect x="-34" y="-199" width="68" height="98" rx="10" fill="${paint.deep}"/>
    <rect x="-34" y="-203" width="68" height="98" rx="10" fill="${paper}"/>
    <rect x="-29" y="-198" width="58" height="88" rx="7" fill="${paint.soft}"/>${at(0, -162, symbol)}`;
}

/** A hand of four cards: a heart, a light bulb, the missing piece, a wishing star. */
export const fourLs = sheet("pink", ({ pink, yellow, blue, purple, orange, paper }) => {
  const bulb = `${rays(yellow.deep, 22, 27, 8, 3)}<path fill="${yellow.mid}" d="M-13-3a13 13 0 1 1 20 11q-2 2-2 6H-5q0-4-3-6-5-4-5-11Z" transform="translate(0 -2)"/>
    <path ${line(yellow.deep, 3)} d="M-5 16H5M-3 21H3"/>`;
  const gap = `<rect x="-22" y="-24" width="44" height="46" rx="7" fill="${blue.mid}"/>${at(-1, 3, puzzle(blue.soft), 0, 0.95)}`;
  const wish = `<path ${line(purple.deep, 4)} d="M-6 6L-20 22M2 10L-6 26M-12 0L-22 10"/>${at(5, -6, star(purple.mid, 16), 12)}`;
  return `${halo(160, 100, 86, pink.soft)}
    ${at(160, 232, card(pink, paper, at(0, 0, heart(pink.mid), 0, 1.6)), -30)}
    ${at(160, 232, card(yellow, paper, bulb), -10)}${at(160, 232, card(blue, paper, gap), 10)}
    ${at(160, 232, card(purple, paper, wish), 30)}
    <path fill="${orange.mid}" d="M122 190Q108 168 110 148 111 138 120 140l14 12V130q0-9 9-9t9 9q1-8 9-8t9 8q1-7 9-7t9 7q2-5 8-5 8 0 8 9V152Q206 172 196 190Z"/>
    <path ${line(orange.deep, 4)} d="M152 132v16M170 132v16M188 133v15"/>`;
});
