import { at, line, rays, sheet, sparkle } from "./drawing.ts";

/** One shelf, four fates: into the bin, into the box, into the jar, onto the polishing stand. */
export const daki = sheet("blue", ({ red, green, blue, yellow, orange, grey, paper, ink }) => {
  const bin = `<path fill="${red.mid}" d="M-26-48H26L20 14q-1 6-7 6H-13q-6 0-7-6Z"/><path ${line(red.deep, 4)} d="M-11-34L-8 8M0-34V8M11-34L8 8"/>
    <rect x="-31" y="-56" width="62" height="11" rx="5" fill="${red.deep}"/>
    ${at(2, -80, `<path fill="${paper}" d="M-12-12l14-3 12 8-2 14-13 6-14-6Z"/><path ${line(grey.mid, 2.5)} d="M-4-8l4 6-6 6M6-6l-2 8"/>`, 14)}
    <path ${line(red.mid, 4)} d="M-10-108v6M4-112v8M16-106v6"/>`;
  const box = `<path fill="${green.mid}" d="M-32-38H32V14q0 6-6 6H-26q-6 0-6-6Z"/><path fill="${green.deep}" d="M-32-38L-44-56H-8L0-38ZM32-38L44-56H8L0-38Z"/>
    <path ${line(paper, 8)} d="M-12-10H12M0-22V2"/>`;
  const jar = `<rect x="-27" y="-50" width="54" height="70" rx="15" fill="${blue.soft}"/>
    <path fill="${blue.mid}" d="M-27-20Q-13-28 0-20T27-20V5q0 15-15 15H-12Q-27 20-27 5Z"/>
    <rect x="-23" y="-64" width="46" height="15" rx="6" fill="${blue.deep}"/><path ${line(paper, 4)} opacity=".8" d="M-18-36V-6"/>
    <g fill="${yellow.mid}"><circle cx="-6" cy="4" r="6"/><circle cx="10" cy="-2" r="5"/></g><circle cx="4" cy="10" r="5" fill="${orange.mid}"/>`;
  const gear = `${rays(yellow.deep, 18, 29, 8, 11)}<circle r="23" fill="${yellow.deep}"/><circle r="20" fill="${yellow.mid}"/>
    <path ${line(ink, 6)} d="M0 10V-9M-9-1L0-10 9-1"/>`;
  return `<rect x="20" y="18" width="280" height="130" rx="16" fill="${blue.soft}" opacity=".45"/>
    <rect x="8" y="142" width="304" height="14" rx="7" fill="${orange.mid}"/><path ${line(orange.deep, 4)} d="M14 155H306"/>
    <path fill="${orange.deep}" d="M50 158h14v10q0 5-7 5t-7-5ZM256 158h14v10q0 5-7 5t-7-5Z"/>
    ${at(58, 122, bin)}${at(128, 122, box)}${at(200, 122, jar)}
    ${at(266, 136, `<path fill="${grey.deep}" d="M-22 6q2-18 22-18t22 18Z"/>`)}${at(266, 98, gear)}
    ${at(292, 60, sparkle(yellow.mid))}${at(240, 58, sparkle(yellow.mid), 0, 0.7)}`;
});
