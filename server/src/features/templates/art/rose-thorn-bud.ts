import { at, line, sheet } from "./drawing.ts";

/** A rose in bloom, thorns along its stem, and a bud that waits for its turn. */
export const roseThornBud = sheet("pink", ({ pink, orange, lime, green, red }) => {
  const rose = `<circle cx="-17" cy="8" r="22" fill="${pink.deep}"/><circle cx="17" cy="8" r="22" fill="${pink.deep}"/><circle cy="-14" r="24" fill="${pink.deep}"/>
    <circle cx="-14" cy="-4" r="20" fill="${pink.mid}"/><circle cx="14" cy="-4" r="20" fill="${pink.mid}"/><circle cy="14" r="21" fill="${pink.mid}"/>
    <circle r="19" fill="${red.mid}"/><path ${line(pink.glow, 3.5)} d="M2 1Q-4 5-7-1T1-10Q11-9 12 1T0 14Q-14 13-16-1M-24 12Q-12 28 4 27M16 20Q28 12 26-2"/>`;
  const bud = `<path fill="${pink.mid}" d="M-13 4Q-16-16 0-32 16-16 13 4 8 14 0 14T-13 4Z"/><path fill="${pink.deep}" d="M0-32Q-8-14 2 12 16 10 13 2 15-16 0-32Z"/>
    <path fill="${lime.mid}" d="M-17-8Q-10 0-4-2 0-6 0-14 2-4 6-2 12-2 17-8 18 18 0 20-18 18-17-8Z"/>`;
  const leaf = (turn: number, x: number, y: number) =>
    at(
      x,
      y,
      `<path fill="${green.mid}" d="M0 0Q8-22 40-18 34 8 0 0Z"/><path ${line(green.deep, 2.5)} d="M4-2Q16-8 28-12"/>`,
      turn,
    );
  const thorn = (x: number, y: number, side: number) =>
    `<path fill="${orange.deep}" d="M${x} ${y - 9}L${x + side * 17} ${y - 5} ${x} ${y + 7}Z"/>`;
  return `<circle cx="136" cy="74" r="80" fill="${pink.soft}" opacity=".55"/><circle cx="238" cy="92" r="44" fill="${lime.soft}" opacity=".7"/>
    <path fill="${green.soft}" d="M0 164Q90 146 180 160T320 156V180H0Z"/>
    <path ${line(green.deep, 7)} d="M136 76Q148 118 150 178M149 146Q196 140 230 98"/>
    ${at(146, 112, thorn(0, 0, 1), 0, 1.15)}${thorn(147, 133, -1)}${thorn(152, 160, 1)}${at(196, 134, thorn(0, 0, 1), 55)}${at(212, 117, thorn(0, 0, -1), 45, 0.85)}
    ${leaf(-158, 150, 156)}${leaf(24, 166, 144)}
    ${at(134, 62, `<path fill="${green.mid}" d="M-34 18Q-14 44 0 40 16 44 34 18L0 24Z"/>${rose}`, -6, 1.12)}
    ${at(236, 84, bud, 22, 1.1)}
    <path fill="${pink.mid}" d="M66 150q8-10 18-2-6 8-18 2ZM262 162q6-8 14-2-4 6-14 2Z"/>`;
});
