import { at, cloud, halo, line, sheet } from "./drawing.ts";

/** A sailboat under wind, its anchor down, rocks ahead, and beyond them the island. */
export const sailboat = sheet("blue", ({ blue, indigo, green, red, yellow, orange, grey, teal, paper }) => {
  const boat = `<path ${line(orange.deep, 5)} d="M0 22V-84"/><path fill="${paper}" d="M-6-72V12H-52Q-20-20-6-72Z"/><path fill="${red.mid}" d="M5-80Q48-44 50 12H5Z"/>
    <path fill="${red.deep}" opacity=".45" d="M5-36Q26-30 44-20L48-6Q24-16 5-18Z"/><path fill="${yellow.mid}" d="M0-86l-20-6 20-7Z"/>
    <path fill="${orange.mid}" d="M-62 18H62Q54 46 34 46H-34Q-56 46-62 18Z"/><path fill="${orange.deep}" d="M-62 18H62l-4 9H-58Z"/>
    <g fill="${paper}"><circle cx="-22" cy="35" r="4"/><circle cy="35" r="4"/><circle cx="22" cy="35" r="4"/></g>`;
  const island = `<path ${line(orange.deep, 5)} d="M0 0Q-2-22 6-38"/><g fill="${green.mid}"><path d="M6-38Q-8-56-24-42-8-44 6-38Z"/><path d="M6-38Q22-58 36-42 20-44 6-38Z"/><path d="M6-38Q2-20-14-22-10-34 6-38Z"/><path d="M6-38Q26-36 28-20 14-24 6-38Z"/></g>
    <path fill="${yellow.mid}" d="M-46 8Q-22-8 4-6T54 8Z"/><path ${line(red.mid, 3)} d="M-22 0V-20"/><path fill="${red.mid}" d="M-22-22l14 5-14 5Z"/>`;
  const anchor = `<circle cy="-18" r="5" ${line(indigo.glow, 4)}/><path ${line(indigo.glow, 5)} d="M0-12V16M-9-4H9M-16 4Q-12 16 0 17 12 16 16 4"/>`;
  return `${halo(148, 64, 70, blue.soft)}<circle cx="196" cy="28" r="15" fill="${yellow.mid}"/>${at(64, 34, cloud(paper), 0, 0.75)}
    <path ${line(blue.mid, 4)} d="M12 66H50q12 0 12-10t-9-9M4 82H70M20 98H46q10 0 10 8t-8 8"/>
    ${at(268, 108, island)}
    <path fill="${blue.mid}" d="M0 116q20-9 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0V180H0Z"/>${at(144, 90, boat, -4, 0.88)}
    <path fill="${grey.mid}" d="M206 142l8-26q4-6 9 0l6 10 7-6q5-2 8 4l8 18Z"/><path fill="${grey.deep}" d="M219 142l2-28 9 12 2 16ZM240 142l0-20 12 20Z"/>
    <path fill="${indigo.mid}" d="M0 136q20-9 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0V180H0Z"/>
    <path ${line(indigo.glow, 3)} stroke-dasharray="1 6" d="M106 126Q92 132 88 142"/>${at(86, 156, anchor, 14, 0.85)}
    <path ${line(teal.glow, 3)} opacity=".7" d="M150 162h26M220 160h18M24 160h20M270 168h24"/>`;
});
