import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import type { Visitor } from "./visitor.ts";

const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-blink-features=AutomationControlled",
];

/** Starts a cold browser: a new process with a new profile. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: chromiumArgs });
}

/** A page with the visitor's cookies, in English, of the size of a desktop screen. */
export async function openPage(browser: Browser, visitor: Visitor): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
  await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: visitor.http.url })));
  return context.newPage();
}

/** How many of a board's texts are looked for. Looking for a thousand texts in every frame would change the measurement. */
const watchedTexts = 20;

/**
 * Records when these texts, or an even choice of them, are painted: `window.benchSeen`, in milliseconds from the start of the navigation
 * by the page's clock. Call it before `goto`.
 */
export async function recordPaintOf(page: Page, texts: string[]): Promise<void> {
  await page.addInitScript(
    (wanted) => {
      const checkTexts = () => {
        const shown = document.body?.textContent ?? "";
        if (!wanted.every((text) => shown.includes(text))) return requestAnimationFrame(checkTexts);
        // The frame with the texts is painted when the next task runs.
        return requestAnimationFrame(() =>
          setTimeout(() => ((window as PaintWindow).benchPaintedAt = performance.now())),
        );
      };
      requestAnimationFrame(checkTexts);
    },
    texts.filter((_, i) => i % Math.ceil(texts.length / watchedTexts) === 0 || i === texts.length - 1),
  );
}

type PaintWindow = Window & { benchPaintedAt?: number };

/** Waits for the texts of `recordPaintOf`. @returns the milliseconds until they were painted */
export async function waitForPaint(page: Page, timeout = 30_000): Promise<number> {
  const handle = await page.waitForFunction(() => (window as PaintWindow).benchPaintedAt, null, { timeout });
  return Number(await handle.jsonValue());
}
