import { at, halo, line, sheet } from "./drawing.ts";
import type { Paint } from "./drawing.ts";

/** Houses of straw, sticks and bricks, the wolf's breath on them, a pig safe in the last. */
export const threeLittlePigs = sheet(
  "yellow",
  ({ yellow, orange, red, green, pink, blue, grey, paper, ink }) => {
    const door = ({ deep }: Paint) => `<path fill="${deep}" d="M-11 0V-20Q-11-31 0-31T11-20V0Z"/>`;
    const straw = `<path fill="${yellow.mid}" d="M-30 0L-26-44H26L30 0Z"/><path ${line(yellow.deep, 2.5)} d="M-20-40L-23-2M-10-40L-13-30M14-40L17-2M22-36L25-4"/>
    <path fill="${yellow.deep}" d="M-42-36Q-24-80 0-82 24-80 42-36L32-42 28-34 20-42 12-34 4-42-4-34-12-42-20-34-28-42-34-34Z"/>
    <path ${line(yellow.mid, 3)} d="M-24-50Q-14-68-4-74M-6-50Q-2-62 0-74M12-50Q8-62 4-74M28-50Q20-66 10-74"/>${door(orange)}`;
    const sticks = `<path fill="${orange.soft}" d="M-30-46H30V0H-30Z"/><path ${line(orange.mid, 7)} d="M-29-41H29M-29-30H29M-29-19H29M-29-8H29"/>
    <path ${line(orange.deep, 6)} d="M-28-48V-1M28-48V-1M-42-42L4-84M42-42L-4-84"/><path fill="${orange.mid}" d="M-32-48L0-77 32-48Z"/><path ${line(orange.deep, 3)} d="M-16-55H16M-8-64H8"/>${door(orange)}`;
    const bricks = `<path fill="${red.deep}" d="M18-84h13v30H18Z"/><rect x="-36" y="-52" width="72" height="52" rx="2" fill="${red.mid}"/>
    <path ${line(red.soft, 2.5)} d="M-34-39H34M-34-26H34M-34-13H34M-20-51V-40M4-51V-40M24-51V-40M-28-38V-27M28-38V-27M-20-25V-14M22-25V-14M-28-12V-1M28-12V-1"/>
    <path fill="${red.deep}" stroke="${red.deep}" stroke-width="6" stroke-linejoin="round" d="M-42-52L0-84 42-52Z"/><circle cy="-64" r="8" fill="${yellow.soft}"/>
    <path fill="${ink}" d="M-17 0V-24Q-17-41 0-41T17-24V0Z"/>
    <path fill="${pink.mid}" d="M-12-29l-2-10 9 4ZM12-29l2-10-9 4Z"/><circle cy="-22" r="13.5" fill="${pink.mid}"/><path fill="${pink.mid}" d="M-14 0q2-12 14-12t14 12Z"/>
    <ellipse cy="-18" rx="6" ry="4.5" fill="${pink.deep}"/><g fill="${ink}"><circle cx="-5" cy="-26" r="2"/><circle cx="5" cy="-26" r="2"/></g><g fill="${pink.soft}"><circle cx="-2" cy="-18" r="1.3"/><circle cx="2" cy="-18" r="1.3"/></g>`;
    const wind = `<path ${line(blue.mid, 5)} d="M-4 0H34q12 0 12-10t-9-9M0 16H52M-2 32H30q10 0 10 8t-8 8"/>`;
    const straws = `<path ${line(yellow.deep, 3)} d="M0 0l12-5M16 10l10 3M8-16l9-7M30-6l10-6"/>`;
    return `${halo(246, 84, 70, red.soft)}<path fill="${green.soft}" d="M0 142Q90 126 170 140T320 134V180H0Z"/>
    <path fill="${green.mid}" opacity=".5" d="M0 160Q120 146 220 158T320 154V180H0Z"/>
    ${at(4, 66, wind)}${at(90, 148, straw, -7, 0.92)}${at(104, 56, straws)}
    ${at(170, 150, sticks, -2, 0.94)}${at(258, 152, bricks, 0, 1.12)}
    <path ${line(green.deep, 4)} d="M22 158q-1-8-6-10M22 158q0-9 5-12M132 164q-1-7-5-9M132 164q1-8 5-10M210 166q0-8 5-10"/>
    <path ${line(grey.mid, 5)} d="M286 50q-6-8 2-14t2-16" opacity=".8"/><ellipse cx="258" cy="158" rx="26" ry="4" fill="${paper}" opacity=".5"/>`;
  },
);
