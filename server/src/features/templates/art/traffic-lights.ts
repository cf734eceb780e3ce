import { at, cloud, line, sheet } from "./drawing.ts";
import type { Paint } from "./drawing.ts";

function lamp(y: number, { mid, deep, glow }: Paint, ink: string): string {
  return `<circle cy="${y}" r="25" fill="${mid}" opacity=".25"/><circle cy="${y}" r="17" fill="${deep}"/>
    <circle cy="${y}" r="15" fill="${mid}"/><path ${line(glow, 4)} d="M-8 ${y - 4}A9 9 0 0 1-2 ${y - 9}"/>
    <path ${line(ink, 5)} d="M-21 ${y - 8}Q0 ${y - 27} 21 ${y - 8}"/>`;
}

/** A traffic light at a crossing, and a small car that knows what to do. */
export const trafficLights = sheet("yellow", (paint) => {
  const { red, yellow, green, grey, blue, teal, paper, ink } = paint;
  const house = (x: number, y: number, w: number, fill: string) =>
    `<rect x="${x}" y="${y}" width="${w}" height="100" rx="6" fill="${fill}"/>`;
  const car = `<path fill="${teal.mid}" d="M-44 12V0q0-8 10-9l10-15q3-5 10-5H8q7 0 11 6l9 14q16 2 16 12v9Z"/>
    <path fill="${paper}" d="M-17-10l7-12q2-2 5-2h3v14ZM4-10v-14h5q3 0 5 3l7 11Z"/>
    <path ${line(teal.deep, 4)} d="M-42 9H42"/><circle cx="-25" cy="13" r="10" fill="${ink}"/><circle cx="24" cy="13" r="10" fill="${ink}"/>
    <circle cx="-25" cy="13" r="4" fill="${grey.mid}"/><circle cx="24" cy="13" r="4" fill="${grey.mid}"/><circle cx="40" cy="0" r="3" fill="${yellow.mid}"/>`;
  return `${house(0, 78, 42, yellow.soft)}${house(46, 54, 40, green.soft)}${house(210, 62, 46, yellow.soft)}
    ${house(260, 84, 60, green.soft)}${at(254, 36, cloud(blue.soft), 0, 0.8)}${at(60, 28, cloud(blue.soft), 0, 0.6)}
    <path fill="${paper}" opacity=".7" d="M56 68h8v9h-8zM70 68h8v9h-8zM222 76h9v9h-9zM238 76h9v9h-9zM276 98h9v9h-9zM292 98h9v9h-9zM14 92h9v9h-9z"/>
    <rect y="138" width="320" height="42" fill="${grey.mid}"/><rect y="134" width="320" height="7" fill="${grey.deep}"/>
    <path stroke="${paper}" stroke-width="5" stroke-dasharray="22 16" d="M0 164H320"/>
    <rect x="155" y="110" width="10" height="34" fill="${grey.deep}"/><rect x="140" y="134" width="40" height="9" rx="4" fill="${ink}"/>
    <rect x="132" y="6" width="56" height="120" rx="18" fill="${grey.deep}"/>
    <rect x="136" y="10" width="48" height="112" rx="15" fill="${grey.deep}"/>
    ${at(160, 31, lamp(0, red, ink) + lamp(36, yellow, ink) + lamp(71, green, ink))}
    ${at(72, 137, car)}`;
});
