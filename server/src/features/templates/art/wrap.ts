import { at, halo, heart, line, puzzle, sheet, sparkle, star } from "./drawing.ts";

/** A present being unwrapped: out come a wish, a warning, a heart and a riddle. */
export const wrap = sheet("purple", ({ purple, red, pink, teal, yellow, paper }) => {
  const warning = `<path fill="${red.mid}" stroke="${red.mid}" stroke-width="9" stroke-linejoin="round" d="M0-13L15 12H-15Z"/><path ${line(paper, 4)} d="M0-6V3M0 10V10.1"/>`;
  return `${halo(160, 84, 84, purple.soft)}
    <path fill="${yellow.soft}" opacity=".8" d="M112 96L66 0H254L208 96Z"/><ellipse cx="160" cy="172" rx="96" ry="8" fill="${purple.deep}" opacity=".3"/>
    ${at(112, 60, star(purple.mid, 20), -12)}${at(150, 34, warning, 8)}${at(184, 72, heart(pink.mid), 6, 1.7)}${at(222, 38, puzzle(teal.mid), 14, 1.2)}
    ${at(76, 30, sparkle(yellow.mid))}${at(266, 84, sparkle(pink.mid), 0, 0.9)}${at(56, 88, sparkle(teal.mid), 0, 0.7)}${at(190, 16, sparkle(yellow.mid), 0, 0.6)}
    ${at(
      262,
      132,
      `<rect x="-44" y="-11" width="88" height="22" rx="7" fill="${purple.deep}"/><rect x="-9" y="-11" width="18" height="22" fill="${pink.mid}"/>
    <path fill="${pink.mid}" d="M0-9Q-30-38-30-18T0-9ZM0-9Q30-38 30-18T0-9Z"/><circle cy="-11" r="7" fill="${pink.deep}"/>`,
      24,
    )}
    <path fill="${purple.mid}" d="M104 96H216V160q0 10-10 10H114q-10 0-10-10Z"/><path fill="${purple.deep}" d="M98 92H222V106q0 4-4 4H102q-4 0-4-4Z"/>
    <path fill="${pink.mid}" d="M149 92H171V170H149Z"/><path fill="${pink.deep}" opacity=".5" d="M149 92H171V110H149Z"/>
    <g fill="${purple.glow}" opacity=".5"><circle cx="122" cy="128" r="4"/><circle cx="132" cy="152" r="4"/><circle cx="188" cy="130" r="4"/><circle cx="202" cy="154" r="4"/></g>`;
});
