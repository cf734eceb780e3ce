import { at, line, sheet } from "./drawing.ts";
import type { Paint } from "./drawing.ts";

function stone(y: number, rx: number, ry: number, { mid, deep, glow }: Paint): string {
  return `<ellipse cy="${y}" rx="${rx}" ry="${ry}" fill="${deep}"/><ellipse cx="-1" cy="${y - 3}" rx="${rx - 2}" ry="${ry - 3}" fill="${mid}"/>
    <path ${line(glow, 4)} opacity=".7" d="M${-rx * 0.6} ${y - ry * 0.5}Q${-rx * 0.3} ${y - ry * 0.8} 0 ${y - ry * 0.75}"/>`;
}

/** Four stones in balance over still water: to keep calm is half of the name. */
export const kalm = sheet("teal", ({ teal, green, orange, purple, yellow, pink, paper, lime }) => {
  const lotus = `<path fill="${pink.deep}" d="M-20 0Q-26-12-20-18-8-14-4 0ZM20 0Q26-12 20-18 8-14 4 0Z"/><path fill="${pink.mid}" d="M-14 2Q-18-14-8-22 0-14 0 2ZM14 2Q18-14 8-22 0-14 0 2Z"/>
    <path fill="${pink.soft}" d="M-8 3Q-12-14 0-26 12-14 8 3Z"/>`;
  return `<circle cx="160" cy="76" r="62" fill="${yellow.soft}"/><circle cx="160" cy="76" r="48" fill="${yellow.mid}" opacity=".35"/>
    <path fill="${green.soft}" opacity=".8" d="M0 112Q50 70 104 112ZM216 112Q262 62 320 100V116Z"/>
    <rect y="112" width="320" height="68" fill="${teal.soft}"/>
    <path ${line(teal.mid, 4)} opacity=".8" d="M18 126H60M262 124H300M22 166H76M250 160H296M120 172H210"/>
    <ellipse cx="160" cy="150" rx="92" ry="18" ${line(paper, 4)} opacity=".7"/><ellipse cx="160" cy="148" rx="68" ry="12" fill="${teal.mid}" opacity=".6"/>
    ${at(160, 0, stone(132, 52, 19, teal) + stone(99, 40, 17, orange) + stone(70, 29, 15, green) + stone(45, 19, 12, purple))}
    <ellipse cx="62" cy="148" rx="32" ry="8" fill="${lime.mid}"/><ellipse cx="62" cy="147" rx="26" ry="5" fill="${lime.soft}" opacity=".6"/>${at(60, 146, lotus)}
    <ellipse cx="262" cy="142" rx="22" ry="6" fill="${lime.mid}"/>
    <path ${line(green.deep, 4)} d="M284 140Q282 90 292 62M294 142Q296 100 306 84"/><path ${line(orange.deep, 8)} d="M291 68L294 50M304 90L308 76"/>`;
});
