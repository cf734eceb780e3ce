import { texts } from "@retro/contract/messages/first-view/en";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { launchChromium, openTab, recordPaintOf, waitForPaint } from "../chromium.ts";
import { createFilledBoard, type FilledBoard } from "../filled-board.ts";
import { HttpClient } from "../http-client.ts";
import { type Measurement, medianRow, type Part, wait } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";

const stickers = 100;
/** A slow phone: a quarter of this machine's speed, 1.6 Mbit/s down, 150 ms until an answer begins. */
const cpuSlowdown = 4;
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const repeats = 8;
const tapMs = 80;
/** Until what a scroll brought into view is painted. */
const scrollMs = 500;

/** Opens a board of 100 stickers on a simulated slow phone, cold and warm, then adds, votes and drags. */
export const measureSlowPhone: Part = async ({ quick }) => {
  await using server = await ServerProcess.start("retro");
  using http = new HttpClient(server.url);
  const board = await createFilledBoard(http, { stickers, authors: 5, title: "The board on a phone" });
  const visits: { cold: number; warm: number }[] = [];
  for (let i = 0; i < (quick ? 1 : 5); i += 1) visits.push(await visitTwice(board));
  const label = `slow phone, ${stickers} stickers visible`;
  return [
    medianRow(visits, `${label}, cold`, "s", ({ cold }) => cold / 1000, { aim: "≤ 2.2 s" }),
    medianRow(visits, `${label}, warm`, "s", ({ warm }) => warm / 1000, { aim: "≤ 0.8 s" }),
    ...(await measureInteractions(board)),
  ];
};

async function openPhone(chromium: Browser, { owner }: FilledBoard): Promise<BrowserContext> {
  const context = await chromium.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: "en-US",
  });
  await context.addCookies(owner.cookies().map((cookie) => ({ ...cookie, url: owner.http.url })));
  return context;
}

async function openSlowPage(context: BrowserContext, board: FilledBoard): Promise<Page> {
  const page = await openTab(context);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  // The stickers of the first column: on a phone they fill the screen, and the board renders the others after
  // them.
  const onScreen = board.titles.filter((_, i) => i % board.columns.length === 0).slice(0, 5);
  await recordPaintOf(page, [board.title, ...onScreen]);
  return page;
}

/** Opens the board in a new browser, and again in a new tab of the same browser. */
async function visitTwice(board: FilledBoard): Promise<{ cold: number; warm: number }> {
  await using chromium = await launchChromium();
  const context = await openPhone(chromium, board);
  const first = await openSlowPage(context, board);
  await first.goto(board.address);
  const cold = await waitForPaint(first, 60_000);
  // The page stores the board and its files while it is idle.
  await wait(10_000);
  await first.close();
  const second = await openSlowPage(context, board);
  await second.goto(board.address);
  return { cold, warm: await waitForPaint(second, 60_000) };
}

async function measureInteractions(board: FilledBoard): Promise<Measurement[]> {
  await using chromium = await launchChromium();
  const page = await openSlowPage(await openPhone(chromium, board), board);
  await recordInteractions(page);
  await page.goto(board.address);
  await waitForPaint(page, 60_000);
  await wait(8000);
  const slowest = async (what: string, act: () => Promise<void>): Promise<Measurement> => {
    await readInteractions(page);
    await act();
    await wait(1000);
    const detail = await readInteractions(page);
    const label = `slow phone, slowest of ${detail.length} presses: ${what}`;
    return { label, unit: "ms", value: Math.max(0, ...detail), aim: "< 100 ms", detail };
  };
  return [
    await slowest("vote", () => vote(page)),
    await slowest("drag", () => drag(page, board)),
    await slowest("open the composer", () => openComposer(page)),
    await slowest("add", () => add(page)),
  ];
}

/** A tap as a finger makes it: Playwright's lasts no time, so the click would include the touch. */
async function tap(page: Page, target: Locator): Promise<void> {
  const scrolled = await target.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect();
    const share = (top + height / 2) / innerHeight;
    // Bars cover the ends of the screen, some of them only after the first change.
    if ((share > 0.2 && share < 0.75) || element.closest(".add-bar") !== null) return false;
    element.scrollIntoView({ block: "center" });
    return true;
  });
  if (scrolled) await wait(scrollMs);
  const box = await target.boundingBox();
  if (box === null) throw new Error("what is to be tapped is not on screen");
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await wait(tapMs);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await devtools.detach();
}

async function vote(page: Page): Promise<void> {
  const buttons = page.locator(".sticker").getByRole("button", { name: /vote/i });
  for (let i = 0; i < repeats; i += 1) {
    await tap(page, buttons.nth(i));
    await wait(300);
  }
}

async function drag(page: Page, board: FilledBoard): Promise<void> {
  for (let i = 0; i < repeats; i += 1) {
    const box = await page.locator(`[data-sticker="${board.ids[0]}"]`).boundingBox();
    if (box === null) throw new Error("the sticker to be dragged is not on screen");
    await page.mouse.move(box.x + 40, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 60, { steps: 8 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await wait(300);
  }
}

/** Opens the composer by the bar of a phone: the page scrolls to the end of the section, too. */
async function openComposer(page: Page): Promise<void> {
  await tap(page, page.getByRole("button", { name: texts["sections.addTo"].replace(":title", "") }));
}

async function add(page: Page): Promise<void> {
  for (let i = 0; i < repeats; i += 1) {
    await page.keyboard.type("Short");
    await page.keyboard.press("Enter");
    await wait(300);
  }
}

type InteractionWindow = Window & { benchInteractions: { id: number; duration: number }[] };

/** Records the time from each press, tap and key to the next paint, as INP does. Call it before `goto`. */
async function recordInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const bench = window as unknown as InteractionWindow;
    bench.benchInteractions = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId: id, duration } = entry as PerformanceEntry & { interactionId: number };
        if (id > 0) bench.benchInteractions.push({ id, duration });
      }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** Milliseconds of each interaction since the last call; below 16 ms none is reported. */
async function readInteractions(page: Page): Promise<number[]> {
  const events = await page.evaluate(() =>
    (window as unknown as InteractionWindow).benchInteractions.splice(0),
  );
  const longest = new Map<number, number>();
  for (const { id, duration } of events) longest.set(id, Math.max(duration, longest.get(id) ?? 0));
  return [...longest.values()];
}
