import { at, cloud, line, rays, sheet } from "./drawing.ts";
import type { Paint } from "./drawing.ts";

function face({ mid, deep, glow }: Paint, ink: string, features: string): string {
  return `<circle cy="4" r="40" fill="${deep}"/><circle r="40" fill="${mid}"/>
    <path ${line(glow, 5)} opacity=".5" d="M-29-14A32 32 0 0 1-8-31"/>
    <circle cx="-13" cy="-3" r="4" fill="${ink}"/><circle cx="13" cy="-3" r="4" fill="${ink}"/>${features}`;
}

/** Three faces and the weather each lives in: steam, rain, sunshine. */
export const madSadGlad = sheet("indigo", ({ red, indigo, yellow, blue, grey, ink }) => {
  const mad = `<path ${line(ink, 4)} d="M-22-16L-7-9M22-16L7-9M-13 19Q0 9 13 19"/>`;
  const sad = `<path ${line(ink, 4)} d="M-21-10L-9-15M21-10L9-15M-10 20Q0 11 10 20"/>
    <path fill="${blue.glow}" d="M-18 5q7 10 0 14-7-4 0-14"/>`;
  const glad = `<path fill="${ink}" d="M-17 9H17Q13 26 0 26T-17 9Z"/><path fill="${red.mid}" d="M-9 23Q0 15 9 23 5 26 0 26T-9 23Z"/>
    <circle cx="-26" cy="8" r="5" fill="${red.mid}" opacity=".6"/><circle cx="26" cy="8" r="5" fill="${red.mid}" opacity=".6"/>`;
  return `<path fill="${indigo.soft}" opacity=".6" d="M0 132Q80 104 160 128T320 122V180H0Z"/>
    ${at(258, 90, rays(yellow.mid, 49, 57, 14, 5))}
    <path ${line(red.mid, 5)} d="M44 42q-7-8 0-14t0-14M66 36q-7-8 0-14t0-14M88 42q-7-8 0-14t0-14"/>
    ${at(66, 100, face(red, ink, mad), -5)}${at(159, 121, face(indigo, ink, sad))}
    ${at(160, 32, cloud(grey.mid), 0, 1)}
    <path ${line(blue.mid, 4)} d="M136 64l-3 8M152 64l-3 8M168 64l-3 8M184 64l-3 8"/>${at(258, 90, face(yellow, ink, glad), 5)}`;
});
