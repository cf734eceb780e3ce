import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { locales } from "@retro/contract/messages/catalogue";
import { chromiumArgs, chromiumUserAgent } from "./support/browser-options.ts";
import { startServer } from "./support/server.ts";
import { seedBoards, adminEnv } from "./support/seed-boards.ts";
import { loadTranslator, allScreens, openScreen } from "./support/screens.ts";

/*
 * npm run shots: every screen and dialog in every language and theme at three widths, into shots/, with index.html to look at
 * them side by side. Words after it narrow it down: names of stops, en, ru, light, dark, 1440, 768, 360.
 */
const folder = fileURLToPath(new URL("../shots", import.meta.url));
const themes = ["light", "dark"] as const;
const widths = [1440, 768, 360] as const;
const heights = { 1440: 900, 768: 1024, 360: 740 } as const;
const filterWords = process.argv.slice(2);

function applyFilter<T extends string | number>(all: readonly T[]): readonly T[] {
  const named = all.filter((one) => filterWords.includes(String(one)));
  return named.length > 0 ? named : all;
}
const names = new Set<string>(applyFilter(allScreens.map(({ name }) => name)));
const screens = allScreens.filter(({ name }) => names.has(name));
const failures: string[] = [];

if (filterWords.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const server = await startServer("sqlite", adminEnv);
const executablePath = process.env["CHROMIUM_PATH"];
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs });
try {
  for (const locale of applyFilter(locales)) {
    const seeded = await seedBoards(browser, server.url, { userAgent: chromiumUserAgent, locale }, locale, {
      big300: true,
    });
    const translate = await loadTranslator(locale);
    for (const theme of applyFilter(themes))
      for (const width of applyFilter(widths)) {
        for (const who of ["visitor", "admin", "signedOut"] as const) {
          const mine = screens.filter((screen) => screen.user === who);
          if (mine.length === 0) continue;
          const state = who === "signedOut" ? undefined : await seeded[who].context.storageState();
          const context = await browser.newContext({
            baseURL: server.url,
            userAgent: chromiumUserAgent,
            locale,
            viewport: { width, height: heights[width] },
            reducedMotion: "reduce",
            ...(width < 800 && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
            ...(state && { storageState: state }),
          });
          await context.addInitScript(
            ([chosen, spoken]) => {
              localStorage.setItem("theme", chosen);
              localStorage.setItem("locale", spoken);
            },
            [theme, locale] as const,
          );
          for (const screen of mine) {
            const page = await context.newPage();
            const name = `${screen.name}.${locale}.${theme}.${width}`;
            try {
              await openScreen(page, screen, seeded, translate);
            } catch (error) {
              failures.push(
                `${name}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`,
              );
            }
            await page.screenshot({ path: join(folder, `${name}.png`), scale: "css" });
            await page.close();
          }
          await context.close();
        }
        console.log(`${locale} ${theme} ${width}`);
      }
    await seeded.close();
  }
} finally {
  await browser.close();
  await server.stop();
}

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
