import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import type { Visitor } from "./visitor.ts";

const args = [
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
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args });
}

/** A page with the visitor's cookies, in English, on a desk's screen. */
export async function openPage(browser: Browser, visitor: Visitor): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
  await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: visitor.http.url })));
  return context.newPage();
}

/** So many of a board's texts are looked for: all of a thousand, in every frame, would be a good part of what is measured. */
const sample = 20;

/**
 * Notes, inside the page and by its own clock, when these texts, evenly chosen, stand on screen, painted: `window.benchSeen`,
 * milliseconds from the start of the navigation. Call it before `goto`.
 */
export async function watchFor(page: Page, texts: string[]): Promise<void> {
  await page.addInitScript(
    (wanted) => {
      const look = () => {
        const shown = document.body?.textContent ?? "";
        if (!wanted.every((text) => shown.includes(text))) return requestAnimationFrame(look);
        // The frame that shows them is painted when the task after it runs.
        return requestAnimationFrame(() =>
          setTimeout(() => ((window as Seen).benchSeen = performance.now())),
        );
      };
      requestAnimationFrame(look);
    },
    texts.filter((_, i) => i % Math.ceil(texts.length / sample) === 0 || i === texts.length - 1),
  );
}

type Seen = Window & { benchSeen?: number };

/** Waits for what `watchFor` looks for, and gives its time. */
export async function seen(page: Page, timeout = 30_000): Promise<number> {
  const handle = await page.waitForFunction(() => (window as Seen).benchSeen, null, { timeout });
  return Number(await handle.jsonValue());
}
