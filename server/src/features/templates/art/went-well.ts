import { at, line, rays, sheet } from "./drawing.ts";
import type { Paint } from "./drawing.ts";

function card({ soft, mid, deep, glow }: Paint, symbol: string): string {
  return `<rect x="-39" y="-47" width="78" height="98" rx="11" fill="${deep}" opacity=".25"/>
    <rect x="-39" y="-51" width="78" height="98" rx="11" fill="${soft}"/>
    <path ${line(mid, 5)} opacity=".7" d="M-23 25H23M-23 35H6"/>
    ${symbol}<circle cy="-50" r="7" fill="${deep}"/><circle cx="-2" cy="-52" r="2.5" fill="${glow}"/>`;
}

/** Three cards on the wall: a sun for what went well, a spanner for what to mend, a tick for what to do. */
export const wentWell = sheet("purple", ({ green, orange, blue, purple, paper, ink }) => {
  const sun = at(
    0,
    -10,
    `${rays(green.deep, 20, 26, 8)}<circle r="15" fill="${green.mid}"/>
    <circle cx="-5" cy="-3" r="2" fill="${ink}"/><circle cx="5" cy="-3" r="2" fill="${ink}"/>
    <path ${line(ink, 2.5)} d="M-6 4Q0 10 6 4"/>`,
  );
  const spanner = at(
    0,
    -10,
    `<path ${line(orange.deep, 10)} d="M0-8V22"/><circle cy="-12" r="14" fill="${orange.deep}"/>
    <rect x="-5" y="-30" width="10" height="18" rx="3" fill="${orange.soft}"/>
    <circle cy="20" r="2.5" fill="${orange.soft}"/>`,
    40,
    0.9,
  );
  const tick = at(0, -10, `<circle r="21" fill="${blue.mid}"/><path ${line(paper, 6)} d="M-9 0L-2 8 10-7"/>`);
  return `<circle cx="160" cy="190" r="150" fill="${purple.soft}" opacity=".45"/>
    ${at(72, 99, card(green, sun), -6)}${at(160, 92, card(orange, spanner), 2)}${at(248, 99, card(blue, tick), 6)}`;
});
