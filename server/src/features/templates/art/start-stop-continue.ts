import { at, line, sheet } from "./drawing.ts";
import type { Paint } from "./drawing.ts";

function button({ mid, deep }: Paint, symbol: string): string {
  return `<circle cy="7" r="34" fill="${deep}"/><circle r="34" fill="${mid}"/>
    <path ${line("#fff", 4)} opacity=".35" d="M-24-12A27 27 0 0 1-6-26"/>${symbol}`;
}

/** The three keys of a player: play, stop, and the loop that goes on. */
export const startStopContinue = sheet("blue", ({ green, red, blue, grey, paper, ink }) => {
  const play = `<path fill="${paper}" stroke="${paper}" stroke-width="6" stroke-linejoin="round" d="M-8-12V12L13 0Z"/>`;
  const stop = `<rect x="-13" y="-13" width="26" height="26" rx="5" fill="${paper}"/>`;
  const loop = `<path ${line(paper, 6)} d="M13-8A15 15 0 1 0 15 4M14-17V-7H4"/>`;
  return `<circle cx="160" cy="96" r="128" fill="${blue.soft}" opacity=".5"/>
    <rect x="30" y="44" width="260" height="106" rx="30" fill="${grey.deep}"/>
    <rect x="30" y="36" width="260" height="106" rx="30" fill="${grey.soft}"/>
    <path ${line(ink, 4)} opacity=".25" d="M136 127H184"/><circle cx="54" cy="56" r="4" fill="${green.mid}"/>
    <path ${line(grey.mid, 4)} d="M252 56H268"/>
    ${at(86, 84, button(green, play))}${at(160, 84, button(red, stop))}${at(234, 84, button(blue, loop))}`;
});
