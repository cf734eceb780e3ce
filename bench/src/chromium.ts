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

/** A cold browser: a process and a profile that nobody used before. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: chromiumArgs });
}

/** A page with the visitor's cookies, in English, on a desk's screen. */
export async function openPage(browser: Browser, visitor: Visitor): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
  await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: visitor.http.url })));
  return context.newPage();
}

/** So many of a board's texts are looked for: all of a thousand, in every frame, would be a good part of what is measured. */
const watchedTexts = 20;

/**
 * Notes, inside the page and by its own clock, when these texts, evenly chosen, stand on screen, painted: `window.benchSeen`,
 * milliseconds from the start of the navigation. Call it before `goto`.
 */
export async function recordPaintOf(page: Page, texts: string[]): Promise<void> {
  await page.addInitScript(
    (wanted) => {
      const checkTexts = () => {
        const shown = document.body?.textContent ?? "";
        if (!wanted.every((text) => shown.includes(text))) return requestAnimationFrame(checkTexts);
        // The frame that shows them is painted when the task after it runs.
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

/** Waits for what `watchFor` looks for, and gives its time. */
export async function waitForPaint(page: Page, timeout = 30_000): Promise<number> {
  const handle = await page.waitForFunction(() => (window as PaintWindow).benchPaintedAt, null, { timeout });
  return Number(await handle.jsonValue());
}
