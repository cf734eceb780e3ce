import { at, halo, heart, line, puzzle, rays, sheet, star } from "./kit.ts";
import type { Paint } from "./kit.ts";

function card(paint: Paint, paper: string, symbol: string): string {
  return `<rect x="-32" y="-142" width="64" height="92" rx="10" fill="${paint.deep}"/>
    <rect x="-32" y="-146" width="64" height="92" rx="10" fill="${paper}"/>
    <rect x="-27" y="-141" width="54" height="82" rx="7" fill="${paint.soft}"/>${at(0, -100, symbol)}`;
}

/** A hand of four cards: a heart, a light bulb, the missing piece, a wishing star. */
export const fourLs = sheet("pink", ({ pink, yellow, blue, purple, orange, ink, paper }) => {
  const bulb = `${rays(yellow.deep, 22, 27, 8, 3)}<path fill="${yellow.mid}" d="M-13-3a13 13 0 1 1 20 11q-2 2-2 6H-5q0-4-3-6-5-4-5-11Z" transform="translate(0 -2)"/>
    <path ${line(ink, 3)} d="M-5 16H5M-3 21H3"/>`;
  const gap = `<g fill="none" stroke="${blue.deep}" stroke-width="2.5" stroke-dasharray="5 4">${puzzle("none").replace(/ stroke="none" stroke-width="2"/, "")}</g>`;
  const wish = `<path ${line(purple.mid, 4)} d="M-6 6L-20 22M2 10L-6 26M-12 0L-22 10"/>${at(5, -6, star(purple.deep, 15), 12)}`;
  return `${halo(160, 100, 86, pink.soft)}
    ${at(160, 206, card(pink, paper, at(0, 0, heart(pink.deep), 0, 1.6)), -36)}
    ${at(160, 206, card(yellow, paper, bulb), -12)}${at(160, 206, card(blue, paper, gap), 12)}
    ${at(160, 206, card(purple, paper, wish), 36)}
    <path fill="${orange.mid}" d="M112 184Q108 146 138 146q8 0 14 6 8-8 16 0 8-8 16 0 22-2 24 32Z"/>
    <path ${line(orange.deep, 4)} d="M152 153v13M168 153v13M184 153v13"/>`;
});
