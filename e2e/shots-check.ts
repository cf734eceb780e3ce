import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { allScreens } from "./support/screens/screens.ts";
import { takeScreenshots, themes } from "./support/screens/take-screenshots.ts";

/*
 * npm run shots -- --check: compares the key screens in both themes with the pictures in e2e/pictures/. A
 * picture that differs goes to shots/ with the difference in red. npm run shots -- --update stores new
 * pictures; look at them before you commit them.
 */
const stored = fileURLToPath(new URL("pictures", import.meta.url));
const folder = fileURLToPath(new URL("../shots", import.meta.url));
const update = process.argv.includes("--update");

/** The screens by which a reader would know the product, at the width of a desktop or of a phone. */
const keyScreens = {
  1440: [
    "board-empty",
    "board",
    "board-group-open",
    "board-hidden",
    "board-facilitator",
    "board-300",
    "new-sticker",
    "sticker-menu",
    "edit-board",
    "download",
    "timer",
    "facilitator-controls",
    "user-menu",
    "help",
    "feedback",
    "index",
    "new-board",
    "admin-feedbacks",
  ],
  360: ["board", "index"],
} as const;

/**
 * A pixel differs when its colour does by more than this share; letters drawn by another version of the
 * browser stay below it.
 */
const colorTolerance = 0.2;
/** The share of pixels that may differ. */
const pixelTolerance = 0.002;
/** Times and countdowns differ in every run. */
const css =
  "time { display: inline-block !important; width: 5em !important; white-space: nowrap !important } time, [role='timer'], [role='progressbar'], [data-changes] { visibility: hidden !important }";

const differences: string[] = [];
mkdirSync(stored, { recursive: true });
mkdirSync(folder, { recursive: true });

function compare(name: string, picture: Buffer): void {
  const file = join(stored, `${name}.png`);
  if (update) return writeFileSync(file, picture);
  if (!existsSync(file)) return void differences.push(`${name}: no stored picture; --update stores one`);
  const expected = PNG.sync.read(readFileSync(file));
  const actual = PNG.sync.read(picture);
  const { width, height } = expected;
  if (actual.width !== width || actual.height !== height)
    return void differences.push(
      `${name}: ${actual.width} × ${actual.height} instead of ${width} × ${height}`,
    );
  const difference = new PNG({ width, height });
  const changed = pixelmatch(expected.data, actual.data, difference.data, width, height, {
    threshold: colorTolerance,
  });
  const share = changed / (width * height);
  const result = join(folder, `${name}.difference.png`);
  rmSync(result, { force: true });
  if (share <= pixelTolerance) return;
  writeFileSync(join(folder, `${name}.png`), picture);
  writeFileSync(result, PNG.sync.write(difference));
  differences.push(
    `${name}: ${(share * 100).toFixed(1)} % of the pixels differ, see shots/${name}.difference.png`,
  );
}

const failures: string[] = [];
for (const width of [1440, 360] as const) {
  const names: readonly string[] = keyScreens[width];
  const screens = allScreens.filter(({ name }) => names.includes(name));
  const missing = names.filter((name) => !screens.some((screen) => screen.name === name));
  failures.push(...missing.map((name) => `${name}: there is no such screen`));
  failures.push(
    ...(await takeScreenshots({ screens, locales: ["en"], themes, widths: [width], css }, compare)),
  );
}
for (const line of [...failures, ...differences]) console.error(line);
if (failures.length + differences.length > 0) process.exitCode = 1;
else console.log(update ? "The pictures are stored." : "All screens look as stored.");
