import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import type { Locale } from "@retro/contract/messages/catalogue";
import { chromiumArgs, chromiumUserAgent } from "../browser-options.ts";
import { adminEnv, seedBoards, type SeededBoards } from "../seeds/seed-boards.ts";
import type { Screen } from "./screen.ts";
import { loadTranslator, openScreen, waitForRendering } from "./screens.ts";
import { startServer } from "../server.ts";

export const themes = ["light", "dark"] as const;
export const widths = [2560, 1440, 768, 390, 360] as const;
const heights = { 2560: 1440, 1440: 900, 768: 1024, 390: 844, 360: 740 } as const;

interface Plan {
  screens: readonly Screen[];
  locales: readonly Locale[];
  themes: readonly (typeof themes)[number][];
  widths: readonly (typeof widths)[number][];
  /** A style sheet for every page, for example one that hides what changes from run to run. */
  css?: string;
}
type Variant = { locale: Locale; theme: string; width: (typeof widths)[number] };

/**
 * Opens every screen of the plan on a server with seeded boards.
 * @param onPicture gets the picture (PNG) and its name, `screen.locale.theme.width`
 * @returns the screens that could not be opened, each with the reason
 */
export async function takeScreenshots(
  plan: Plan,
  onPicture: (name: string, picture: Buffer) => void,
): Promise<string[]> {
  const failures: string[] = [];
  const server = await startServer("sqlite", adminEnv);
  const executablePath = process.env["CHROMIUM_PATH"];
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs });
  try {
    for (const locale of plan.locales) {
      const options = { userAgent: chromiumUserAgent, locale };
      const seeded = await seedBoards(browser, server.url, options, locale, { big300: true });
      for (const theme of plan.themes)
        for (const width of plan.widths) {
          const variant = { locale, theme, width };
          failures.push(...(await takeVariant(browser, server.url, seeded, plan, variant, onPicture)));
          console.log(`${locale} ${theme} ${width}`);
        }
      await seeded.close();
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  return failures;
}

/** All screens of one language, theme and width. */
async function takeVariant(
  browser: Browser,
  baseURL: string,
  seeded: SeededBoards,
  { screens, css }: Plan,
  variant: Variant,
  onPicture: (name: string, picture: Buffer) => void,
): Promise<string[]> {
  const failures: string[] = [];
  const translate = await loadTranslator(variant.locale);
  for (const who of ["visitor", "admin", "signedOut"] as const) {
    const mine = screens.filter((screen) => screen.user === who);
    if (mine.length === 0) continue;
    const state = who === "signedOut" ? undefined : await seeded[who].context.storageState();
    const context = await openContext(browser, baseURL, variant, state);
    for (const screen of mine) {
      const page = await context.newPage();
      const name = `${screen.name}.${variant.locale}.${variant.theme}.${variant.width}`;
      try {
        await openScreen(page, screen, seeded, translate);
        await waitForRest(page);
      } catch (error) {
        failures.push(`${name}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
      }
      onPicture(name, await takePicture(page, css));
      await screen.close?.(page, translate);
      await page.close();
    }
    await context.close();
  }
  return failures;
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

async function openContext(
  browser: Browser,
  baseURL: string,
  { locale, theme, width }: Variant,
  storageState: StorageState | undefined,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    userAgent: chromiumUserAgent,
    locale,
    viewport: { width, height: heights[width] },
    reducedMotion: "reduce",
    ...(width < 800 && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
    ...(storageState && { storageState }),
  });
  await context.addInitScript(
    ([chosen, spoken]) => {
      localStorage.setItem("theme", chosen);
      localStorage.setItem("locale", spoken);
    },
    [theme, locale] as const,
  );
  return context;
}

/** Some parts load when the page rests, and a board connects: a picture taken before differs from run to run. */
export async function waitForRest(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.locator(".connection.connecting").waitFor({ state: "detached" });
  await waitForRendering(page);
}

async function takePicture(page: Page, css = ""): Promise<Buffer> {
  // The content security policy refuses the style element of Playwright's option `style`.
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
  return page.screenshot({ scale: "css", caret: "hide" });
}
