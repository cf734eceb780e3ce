import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { locales } from "@retro/contract/messages/catalogue";
import { allScreens } from "./support/screens/screens.ts";
import { takeScreenshots, themes, widths } from "./support/screens/take-screenshots.ts";

/*
 * npm run shots: every screen and dialog in every language and theme at three widths, into shots/, with
 * index.html to look at them side by side. Words after it narrow it down: names of screens, en, ru, light,
 * dark, 1440, 768, 360; 390 and 2560 only if asked for.
 */
const folder = fileURLToPath(new URL("../shots", import.meta.url));
const filterWords = process.argv.slice(2);

function applyFilter<T extends string | number>(all: readonly T[]): readonly T[] {
  const named = all.filter((one) => filterWords.includes(String(one)));
  return named.length > 0 ? named : all;
}
/** The widest and a second phone are only taken on demand. */
const usualWidths = widths.filter(
  (width) => (width !== 2560 && width !== 390) || filterWords.includes(String(width)),
);
const names = new Set<string>(applyFilter(allScreens.map(({ name }) => name)));

if (filterWords.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const failures = await takeScreenshots(
  {
    screens: allScreens.filter(({ name }) => names.has(name)),
    locales: applyFilter(locales),
    themes: applyFilter(themes),
    widths: applyFilter(usualWidths),
  },
  (name, picture) => writeFileSync(join(folder, `${name}.png`), picture),
);
writeFileSync(join(folder, "index.html"), contactSheet());
for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exitCode = 1;

/** A page with all screenshots, one screen per row. */
function contactSheet(): string {
  const rows = allScreens.map(({ name }) => {
    const pictures = locales.flatMap((locale) =>
      themes.flatMap((theme) =>
        widths.map((width) => {
          const file = `${name}.${locale}.${theme}.${width}.png`;
          return `<a href="${file}"><img src="${file}" alt="${name}, ${locale}, ${theme}, ${width}" loading="lazy"></a>`;
        }),
      ),
    );
    return `<h2>${name}</h2><div>${pictures.join("")}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Retro: screens</title>
<style>body{font:14px system-ui;background:#888;margin:16px}div{display:flex;gap:8px;overflow-x:auto}img{height:320px}</style>
${rows.join("\n")}`;
}
