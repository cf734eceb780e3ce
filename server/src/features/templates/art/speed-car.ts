import { at, cloud, halo, line, sheet } from "./drawing.ts";

/** A racing car held by its parachute, racing for a bridge across the abyss. */
export const speedCar = sheet("orange", ({ orange, green, red, blue, yellow, grey, paper, ink }) => {
  const wheel = (x: number) =>
    `<circle cx="${x}" cy="12" r="15" fill="${ink}"/><circle cx="${x}" cy="12" r="7" fill="${grey.mid}"/><circle cx="${x}" cy="12" r="2.5" fill="${ink}"/>`;
  const car = `<path fill="${green.deep}" d="M-58-26h22v7H-44l2 14h-9l-2-14h-5Z"/>
    <path fill="${green.mid}" d="M-54 10V-2q0-10 14-12l24-4q8-10 22-10 10 0 15 8l33 8q14 4 14 18Z"/><path fill="${green.deep}" d="M-54 6H68v6q0 4-4 4H-50q-4 0-4-4Z"/>
    <circle cx="0" cy="-25" r="11" fill="${yellow.mid}"/><path ${line(ink, 6)} d="M3-25H9"/>
    <path fill="${paper}" d="M14-20l12 6H14Z"/><circle cx="-18" cy="-4" r="8" fill="${paper}"/><circle cx="-18" cy="-4" r="3.5" fill="${red.mid}"/>
    <path fill="${green.deep}" d="M60 10h18v6H60Z"/>${wheel(-34)}${wheel(46)}`;
  const chute = `<path fill="${orange.mid}" d="M0-36Q-44-34-44 0-44 34 0 36-12 0 0-36Z"/><path fill="${orange.soft}" d="M0-36Q-34-18-34 0-34 18 0 36-12 0 0-36Z" opacity=".65"/>
    <path ${line(orange.deep, 2.5)} d="M0-36L52 4 0 36M-6-14L52 4-6 14"/>`;
  return `${halo(128, 70, 74, orange.soft)}${at(248, 34, cloud(paper), 0, 0.8)}${at(160, 24, cloud(paper), 0, 0.5)}
    <path fill="${red.soft}" d="M198 128H320V180H198Z"/>
    <path fill="${red.mid}" d="M200 180l8-20 9 12 10-24 10 26 8-14 10 20Z" opacity=".9"/>
    <path ${line(blue.deep, 4)} d="M204 128Q238 168 272 128M221 128v13M238 128v19M255 128v13"/>
    <path fill="${grey.deep}" d="M0 128H196q12 0 10 10L196 180H0ZM320 128H280q-12 0-10 10l10 42h40Z"/>
    <path fill="${grey.mid}" d="M0 122H204q4 0 4 5t-4 5H0ZM320 122H272q-4 0-4 5t4 5h48Z"/><rect x="198" y="119" width="80" height="9" rx="4" fill="${blue.mid}"/>
    <path ${line(paper, 4)} stroke-dasharray="18 12" opacity=".6" d="M6 148H180"/>
    <path fill="${yellow.mid}" d="M100 93l-26 6 8 4-14 4 12 3-8 4 28 0Z"/><path fill="${red.mid}" d="M100 97l-14 4 5 3-8 3 6 3 11 0Z"/>
    ${at(50, 70, chute, 14)}${at(150, 97, car, 0, 0.95)}
    <path ${line(orange.deep, 4)} d="M34 112H58M22 120H44" opacity=".7"/>
    <path ${line(grey.deep, 4)} d="M302 122V66"/><path fill="${paper}" d="M302 66h-28v22h28z"/><path fill="${ink}" d="M302 66h-9v7h9zM284 66h-10v7h10zM293 73h-9v7h9zM302 80h-9v8h9zM284 80h-10v8h10z"/>`;
});
