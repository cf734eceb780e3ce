import { at, cloud, halo, line, rays, sheet } from "./drawing.ts";

/** A balloon with sandbags on its basket, between the storm cloud and the sun. */
export const hotAirBalloon = sheet("orange", ({ orange, grey, indigo, yellow, red, blue, green, paper }) => {
  const bag = (x: number, y: number) =>
    `<path ${line(grey.deep, 2)} d="M${x} ${y - 12}V${y}"/><path fill="${grey.deep}" d="M${x - 3} ${y - 3}h6q8 6 6 14-1 4-9 4t-9-4q-2-8 6-14Z"/>`;
  const balloon = `<path fill="${orange.mid}" d="M0-62C-36-62-54-36-54-12-54 20-22 40-14 56H14C22 40 54 20 54-12 54-36 36-62 0-62Z"/>
    <path fill="${red.mid}" d="M0-62C-19-62-30-36-30-12-30 20-13 40-8 56H8C13 40 30 20 30-12 30-36 19-62 0-62Z"/>
    <path fill="${yellow.mid}" d="M0-62C-7-62-11-36-11-12-11 20-5 40-3 56H3C5 40 11 20 11-12 11-36 7-62 0-62Z"/>
    <path ${line(paper, 4)} opacity=".5" d="M-43-22Q-40-40-28-48"/><rect x="-15" y="53" width="30" height="7" rx="3.5" fill="${orange.deep}"/>
    <path ${line(orange.deep, 2.5)} d="M-13 60L-15 82M13 60L15 82"/><path fill="${yellow.mid}" d="M0 62q9 9 0 18-9-9 0-18Z"/>
    <path fill="${orange.deep}" d="M-19 82H19L16 104q-1 4-5 4H-11q-4 0-5-4Z"/><path ${line(orange.glow, 2.5)} d="M-16 91H16M-15 99H15"/>${bag(-22, 96)}${bag(22, 96)}`;
  return `${halo(160, 78, 78, orange.soft)}${at(268, 48, rays(yellow.mid, 30, 40, 12, 5) + `<circle r="24" fill="${yellow.mid}"/><circle r="17" fill="${yellow.glow}" opacity=".45"/>`)}
    <path fill="${green.soft}" d="M0 156Q70 128 150 152T320 142V180H0Z"/><path fill="${green.mid}" opacity=".5" d="M0 172Q110 152 210 166T320 162V180H0Z"/>
    <path fill="${yellow.mid}" d="M56 74h16l-8 15h11l-24 29 7-21H47Z"/>
    ${at(56, 42, cloud(indigo.deep), 0, 1.1)}${at(48, 58, cloud(indigo.mid), 0, 1.05)}
    <path ${line(blue.mid, 4)} d="M24 92l-5 12M38 96l-5 12M82 92l-5 12M92 84l-3 8"/>
    ${at(250, 108, cloud(paper), 0, 0.7)}${at(162, 67, balloon, 3, 0.95)}
    <path ${line(grey.deep, 3)} d="M78 128q5-6 9 0 4-6 9 0M62 116q4-5 7 0 4-5 7 0"/>`;
});
