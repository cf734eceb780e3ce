import { at, cloud, halo, line, sheet } from "./drawing.ts";

/** A summit with its flag, the path up, loose stones on the slope, weather around, a rucksack below. */
export const mountain = sheet(
  "purple",
  ({ purple, green, orange, blue, red, yellow, indigo, grey, paper }) => {
    const sack = `<path ${line(green.deep, 5)} d="M-10-30q0-10 10-10t10 10"/><rect x="-22" y="-34" width="44" height="50" rx="14" fill="${green.mid}"/>
    <rect x="-15" y="-8" width="30" height="19" rx="6" fill="${green.deep}"/><path ${line(green.glow, 3)} d="M-14-18H14M0-2V3"/>
    <rect x="-25" y="-44" width="50" height="13" rx="6.5" fill="${red.mid}"/><path ${line(red.deep, 3)} d="M-12-43V-32M12-43V-32"/>
    <path ${line(orange.deep, 4)} d="M32 16L24-44M18-40Q26-52 36-42"/>`;
    const stones = `<path fill="${orange.deep}" d="M-12 8l2-14 12-4 10 8-2 12Z"/><path fill="${orange.mid}" d="M18 26l0-9 9-4 8 6-2 8Z"/><path fill="${orange.mid}" d="M-2-26l2-8 8-1 4 7-5 5Z"/>
    <path ${line(orange.deep, 3)} d="M-14-22q-6-6-4-14M14-6q-4-10 0-16"/>`;
    return `${halo(170, 70, 82, purple.soft)}<circle cx="58" cy="40" r="19" fill="${yellow.mid}"/>
    <path fill="${indigo.mid}" opacity=".55" d="M-10 160L62 82q6-6 12 0L150 160ZM200 160L270 70q6-6 12 0L350 160Z"/>
    <path fill="${purple.mid}" d="M66 166L158 42q8-10 16 0L274 166Z"/><path fill="${purple.deep}" d="M166 37q4 0 8 5L274 166H196Q204 130 182 104T166 37Z" opacity=".55"/>
    <path fill="${paper}" d="M134 75L158 42q8-10 16 0L198 72 186 84 174 72 164 88 150 74Z"/>
    <path ${line(grey.deep, 4)} d="M166 38V8"/><path fill="${red.mid}" d="M167 8l28 8-28 10Z"/>
    <path ${line(yellow.glow, 4)} stroke-dasharray="2 9" d="M120 164Q180 150 148 132T156 110Q184 104 170 88"/>
    ${at(226, 122, stones)}
    ${at(254, 38, cloud(blue.mid), 0, 0.9)}<path ${line(blue.mid, 4)} d="M236 66l-4 9M254 66l-4 9M272 66l-4 9"/>${at(100, 62, cloud(paper), 0, 0.55)}
    <path fill="${green.soft}" d="M0 158Q80 142 160 156T320 150V180H0Z"/>${at(54, 148, sack, -4)}
    <path fill="${green.mid}" d="M288 160l12-30 12 30ZM270 164l9-22 9 22Z"/>`;
  },
);
