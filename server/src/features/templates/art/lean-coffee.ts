import { at, halo, line, sheet } from "./drawing.ts";
import type { Paint } from "./drawing.ts";

function note({ soft, mid, deep }: Paint): string {
  return `<path fill="${deep}" opacity=".3" d="M-21-18h42v46h-42z"/><path fill="${soft}" d="M-21-22h42V12L11 22H-21z"/>
    <path fill="${mid}" d="M21 12L11 22V12z"/><path ${line(mid, 4)} d="M-12-10H12M-12 0H4"/>`;
}

/** A cup of coffee on the table, the topics on the wall in their three stages. */
export const leanCoffee = sheet("orange", ({ orange, teal, green, purple, paper, ink }) => {
  const bean = `<ellipse rx="10" ry="7" fill="${orange.deep}"/><path ${line(orange.glow, 2)} d="M-9-1Q-3-4 0 0T9 1"/>`;
  return `${halo(108, 84, 78, orange.soft)}
    <rect x="182" y="16" width="126" height="92" rx="10" fill="${orange.soft}" opacity=".6"/>
    ${at(206, 52, note(orange), -4, 0.82)}${at(246, 58, note(teal), 3, 0.82)}${at(285, 51, note(green), -2, 0.82)}
    <path ${line(purple.mid, 4)} d="M194 94H218"/><path ${line(teal.mid, 4)} d="M234 94H250"/>
    <rect y="142" width="320" height="38" fill="${orange.soft}"/><rect y="142" width="320" height="5" fill="${orange.deep}" opacity=".5"/>
    <ellipse cx="108" cy="156" rx="74" ry="11" fill="${orange.deep}" opacity=".45"/>
    <ellipse cx="108" cy="150" rx="74" ry="11" fill="${paper}"/><ellipse cx="108" cy="149" rx="44" ry="5" fill="${ink}" opacity=".18"/>
    <path ${line(teal.mid, 11)} d="M150 88h10a17 17 0 0 1 0 36h-16"/>
    <path fill="${teal.mid}" d="M56 74h104l-6 48q-4 28-30 28H92q-26 0-30-28Z"/>
    <path fill="${teal.deep}" d="M136 74h24l-6 48q-4 28-30 28h-14q22-8 25-40Z" opacity=".55"/>
    <ellipse cx="108" cy="74" rx="52" ry="12" fill="${teal.glow}"/><ellipse cx="108" cy="76" rx="44" ry="8" fill="${orange.deep}"/>
    ${at(98, 112, `<path fill="${paper}" d="M0 11C-16 0-13-11-6-11-2-11 0-8 0-6 0-8 2-11 6-11 13-11 16 0 0 11Z"/>`, 0, 1.1)}
    <path ${line(paper, 6)} d="M84 58q-10-10 0-20t0-20M108 54q-10-10 0-20t0-22M132 58q-10-10 0-20t0-20"/>
    ${at(216, 158, bean, -20)}${at(238, 164, bean, 25)}`;
});
