import type { Drawing, Mode } from "./art/drawing.ts";
import { daki } from "./art/daki.ts";
import { energy } from "./art/energy.ts";
import { fourLs } from "./art/four-ls.ts";
import { hotAirBalloon } from "./art/hot-air-balloon.ts";
import { kalm } from "./art/kalm.ts";
import { leanCoffee } from "./art/lean-coffee.ts";
import { madSadGlad } from "./art/mad-sad-glad.ts";
import { mountain } from "./art/mountain.ts";
import { own } from "./art/own.ts";
import { plusDelta } from "./art/plus-delta.ts";
import { roseThornBud } from "./art/rose-thorn-bud.ts";
import { sailboat } from "./art/sailboat.ts";
import { speedCar } from "./art/speed-car.ts";
import { starfish } from "./art/starfish.ts";
import { startStopContinue } from "./art/start-stop-continue.ts";
import { threeLittlePigs } from "./art/three-little-pigs.ts";
import { trafficLights } from "./art/traffic-lights.ts";
import { wentWell } from "./art/went-well.ts";
import { wrap } from "./art/wrap.ts";

const drawings: ReadonlyMap<string, Drawing> = new Map([
  ["went-well", wentWell],
  ["start-stop-continue", startStopContinue],
  ["mad-sad-glad", madSadGlad],
  ["four-ls", fourLs],
  ["plus-delta", plusDelta],
  ["traffic-lights", trafficLights],
  ["lean-coffee", leanCoffee],
  ["starfish", starfish],
  ["daki", daki],
  ["kalm", kalm],
  ["wrap", wrap],
  ["rose-thorn-bud", roseThornBud],
  ["sailboat", sailboat],
  ["speed-car", speedCar],
  ["three-little-pigs", threeLittlePigs],
  ["hot-air-balloon", hotAirBalloon],
  ["mountain", mountain],
  ["energy", energy],
  // For all own templates.
  ["own", own],
]);

/** Each picture is drawn once: it never changes while the server runs. */
const pictures = new Map<string, string>();
for (const [key, draw] of drawings) {
  const files: readonly [string, Mode][] = [
    [`${key}.svg`, "light"],
    [`${key}.dark.svg`, "dark"],
  ];
  for (const [name, mode] of files) pictures.set(name, draw(mode));
}

/**
 * The picture of a built-in template as an SVG document: `<key>.svg` for the light theme, `<key>.dark.svg` for the dark one
 * (the app's theme may differ from the system's, so the file does not ask the system). Null for any other name.
 */
export function templateArt(img: string): string | null {
  return pictures.get(img) ?? null;
}
