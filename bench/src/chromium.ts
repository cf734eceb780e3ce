import { chromium } from "playwright-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { wait } from "./measurement.ts";
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

export function launchChromium(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: chromiumArgs });
}

/** A page with the visitor's cookies, in English, of the size of a desktop screen. */
export async function openPage(browser: Browser, visitor: Visitor): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
  await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: visitor.http.url })));
  return openTab(context);
}

/** With a new tab Chromium loads 400 scripts for the list below its address bar. */
const tabReadyMs = 2500;

export async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await wait(tabReadyMs);
  return page;
}

/** Looking for all of a board's texts in every frame would change the measurement. */
const watchedTexts = 20;

/** Records when some of these texts are painted, by the page's clock. Call it before `goto`. */
export async function recordPaintOf(page: Page, texts: string[]): Promise<void> {
  await page.addInitScript(
    (wanted) => {
      (window as unknown as PaintWindow).benchPainted = new Promise((resolve) => {
        const checkTexts = () => {
          const shown = document.body?.textContent ?? "";
          if (!wanted.every((text) => shown.includes(text))) return requestAnimationFrame(checkTexts);
          // The frame with the texts is painted when the next task runs.
          return requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        };
        requestAnimationFrame(checkTexts);
      });
    },
    texts.filter((_, i) => i % Math.ceil(texts.length / watchedTexts) === 0 || i === texts.length - 1),
  );
}

interface PaintWindow {
  benchPainted: Promise<number>;
}

/** Uses the browser's protocol: `waitForFunction` would first run 300 kB of script in the page. */
export async function waitForPaint(page: Page, timeout = 30_000): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  const painted = devtools.send("Runtime.evaluate", {
    expression: "benchPainted",
    awaitPromise: true,
    returnByValue: true,
  });
  const late = wait(timeout).then(() => Promise.reject(new Error(`nothing was painted in ${timeout} ms`)));
  const { result } = await Promise.race([painted, late]);
  return Number(result.value);
}
