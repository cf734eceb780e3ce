import { at, halo, line, sheet, sparkle } from "./drawing.ts";

/** A see-saw that weighs what worked against what should change. */
export const plusDelta = sheet("green", ({ green, indigo, grey, yellow, orange, ink }) => {
  const plus = (fill: string) => `<path ${line(fill, 24)} d="M-22 0H22M0-22V22"/>`;
  const delta = (fill: string) => `<path ${line(fill, 16)} d="M0-22L26 22H-26Z"/>`;
  const eyes = (
    y: number,
  ) => `<circle cx="-6" cy="${y}" r="2.5" fill="${ink}"/><circle cx="6" cy="${y}" r="2.5" fill="${ink}"/>
    <path ${line(ink, 2.5)} d="M-5 ${y + 7}Q0 ${y + 11} 5 ${y + 7}"/>`;
  return `${halo(90, 70, 66, green.soft)}${halo(236, 84, 56, indigo.soft)}
    <path fill="${green.soft}" d="M0 158Q160 140 320 158V180H0Z"/>
    <path fill="${orange.mid}" stroke="${orange.mid}" stroke-width="8" stroke-linejoin="round" d="M160 122L182 154H138Z"/>
    ${at(
      160,
      116,
      `<rect x="-122" y="-6" width="244" height="13" rx="6.5" fill="${grey.deep}"/>
      <rect x="-122" y="-9" width="244" height="12" rx="6" fill="${grey.mid}"/>
      ${at(-78, -45, plus(green.deep) + at(0, -4, plus(green.mid)) + eyes(-7))}
      ${at(80, -40, delta(indigo.deep) + at(0, -4, delta(indigo.mid)))}`,
      6,
    )}
    <circle cx="160" cy="116" r="6" fill="${orange.deep}"/>
    ${at(36, 34, sparkle(yellow.mid))}${at(136, 30, sparkle(green.mid), 0, 0.7)}${at(282, 40, sparkle(indigo.mid), 0, 0.8)}
    <path ${line(indigo.mid, 4)} d="M196 52a44 44 0 0 1 22-24M218 28l-10 0M218 28l-3 10"/>`;
});
