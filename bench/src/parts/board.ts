import { texts } from "@retro/contract/messages/first-view/en";
import type { Page, CDPSession } from "playwright-core";
import { launchChromium, openPage, waitForPaint, recordPaintOf } from "../chromium.ts";
import {
  computeWork,
  readEventTimes,
  recordArrivals,
  recordEventTimes,
  waitForEvents,
  type EventTimes,
} from "../event-times.ts";
import { createFilledBoard, type FilledBoard } from "../filled-board.ts";
import { HttpClient } from "../http-client.ts";
import { type Measurement, median, type Part, percentile, wait } from "../measurement.ts";
import { ParticipantPool } from "../participant-pool.ts";
import { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";

const sizes = [1000, 3000] as const;
/** First paint of all stickers, in milliseconds. */
const paintAims = { 1000: "≤ 600 ms", 3000: "≤ 1,500 ms" } as const;
const sections = 12;
/** People on the board besides the measured one. */
const people = 199;
const keystrokes = 60;
const dragSteps = 80;
const incomingChanges = 40;

/** Opens boards of 1,000 and 3,000 stickers in Chromium, with 200 people present. */
export const measureLargeBoard: Part = async ({ quick }) => {
  await using server = await ServerProcess.start("retro");
  using http = new HttpClient(server.url);
  await using pool = new ParticipantPool();
  const rows: Measurement[] = [];
  for (const stickers of sizes) {
    const title = "The big board";
    const filled = await createFilledBoard(http, { stickers, sections, authors: 10, title });
    await pool.run("prepare", { system: "retro", url: server.url }, 0, people);
    await pool.run("join", [filled.id], 100);
    rows.push(...(await measureBoard(filled, http, quick)));
  }
  return rows;
};

async function measureBoard(filled: FilledBoard, http: HttpClient, quick: boolean): Promise<Measurement[]> {
  const stickers = filled.titles.length as (typeof sizes)[number];
  const paints: number[] = [];
  const firstStickers: number[] = [];
  // The first two stickers of each column of the first section: they are on the screen.
  const top = filled.titles.filter((_, i) => i % filled.columns.length < 3).slice(0, 6);
  for (let i = 0; i < (quick ? 1 : 5); i += 1) {
    firstStickers.push(await firstPaint(filled, top));
    paints.push(await firstPaint(filled, filled.titles));
  }
  await using chromium = await launchChromium();
  const page = await openPage(chromium, filled.owner);
  await recordPaintOf(page, [filled.title, ...filled.titles]);
  await recordArrivals(page);
  await page.goto(filled.address);
  await waitForPaint(page);
  await wait(2000);
  const incoming = await measureIncomingChanges(page, await Visitor.createAnonymous(http), filled);
  const keys = await measureTyping(page);
  const drag = await measureDrag(page, filled);
  const size = stickers.toLocaleString("en");
  const row = (what: string, value: number, aim = "", detail?: unknown): Measurement => {
    return { label: `${size} stickers: ${what}`, unit: "ms", value, aim, detail };
  };
  const toFrame = (times: EventTimes[]) => percentile95(times.map(({ painted }) => painted));
  const rows = [
    row("first stickers painted", median(firstStickers), "", firstStickers),
    row("first paint of all", median(paints), paintAims[stickers], paints),
    row("a keystroke's work, p95", percentile95(keys.map(computeWork)), "< 16 ms", keys),
    row("a keystroke to the next frame of a 60 Hz screen, p95", toFrame(keys), "< 50 ms"),
    row("a drag frame, p95", percentile95(drag), "< 16 ms", drag),
    row("an incoming change's work, p95", percentile95(incoming.map(computeWork)), "< 16 ms", incoming),
    row("an incoming change to the frame that shows it, p95", toFrame(incoming), "< 50 ms"),
  ];
  if (stickers > sizes[0]) return rows;
  const changes = quick ? 200 : 1000;
  const [before, after] = await measureHeapGrowth(page, http, filled, changes);
  return [
    ...rows,
    {
      label: `${size} stickers: heap after ${changes.toLocaleString("en")} changes`,
      unit: "MB",
      value: after / 1e6,
      aim: `≤ ${((before * 1.1) / 1e6).toFixed(1)} MB (before: ${(before / 1e6).toFixed(1)})`,
    },
  ];
}

const percentile95 = (values: number[]) => percentile(values, 0.95);

async function firstPaint(filled: FilledBoard, texts: string[]): Promise<number> {
  await using chromium = await launchChromium();
  const page = await openPage(chromium, filled.owner);
  await recordPaintOf(page, [filled.title, ...texts]);
  await page.goto(filled.address);
  return await waitForPaint(page);
}

async function measureIncomingChanges(
  page: Page,
  other: Visitor,
  filled: FilledBoard,
): Promise<EventTimes[]> {
  for (let i = 0; i < incomingChanges; i += 1) {
    const title = `bench-arrival-${i} `.padEnd(100, "of words ").trimEnd();
    const path = `/api/v1/boards/${filled.id}/items/${filled.ids[(i * 23) % filled.ids.length]}`;
    await other.callApi("PUT", path, { title });
    await waitForEvents(page, i);
    await wait(50);
  }
  return readEventTimes(page);
}

async function measureTyping(page: Page): Promise<EventTimes[]> {
  await page.getByRole("button", { name: texts["stickers.add"] }).first().click();
  const field = page.getByRole("dialog").getByRole("textbox").first();
  await field.click();
  await recordEventTimes(page, "keydown", "input");
  await field.pressSequentially("a keystroke now and then ".repeat(5).slice(0, keystrokes), { delay: 40 });
  const times = await readEventTimes(page);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  return times;
}

async function measureDrag(page: Page, filled: FilledBoard): Promise<number[]> {
  const sticker = page.locator(`[data-sticker="${filled.ids[0]}"]`);
  const box = await sticker.boundingBox();
  if (box === null) throw new Error("the sticker to be dragged is not on screen");
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(20, box.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 12, { steps: 4 });
  await recordEventTimes(page, "pointermove");
  for (let i = 0; i < dragSteps; i += 1) {
    await page.mouse.move(x + 12 + i * 5, y + 12 + Math.sin(i / 8) * 120);
    await wait(16);
  }
  const times = await readEventTimes(page);
  // The text appears twice, in its place and under the pointer. If it appears once, nothing was dragged.
  const text = await sticker.innerText();
  const shown = await page.getByText(text.split("\n")[0] ?? "", { exact: true }).count();
  if (shown < 2) throw new Error("the sticker did not follow the pointer");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  return times.map(({ painted }) => painted);
}

/** Heap in use, after garbage collection, before and after others change stickers. */
async function measureHeapGrowth(
  page: Page,
  http: HttpClient,
  filled: FilledBoard,
  count: number,
): Promise<[before: number, after: number]> {
  // So many that none of them reaches the limit on writes.
  const others = await Promise.all(Array.from({ length: 5 }, () => Visitor.createAnonymous(http)));
  const session = await page.context().newCDPSession(page);
  const stickers = filled.ids.length;
  const change = async (from: number, times: number) => {
    for (let i = from; i < from + times; i += 1) {
      const id = filled.ids[i % stickers];
      const title = `change ${i % 10} `.padEnd(100, "of words ").trimEnd();
      const other = others[i % others.length] as Visitor;
      await other.callApi("PUT", `/api/v1/boards/${filled.id}/items/${id}`, { title });
    }
    await wait(1500);
  };
  // Changes every sticker once before the first measurement: what the page compiles or caches once is no
  // leak, and React keeps the previous render of everything that it has rendered twice.
  await change(0, stickers);
  const before = await measureHeap(session);
  await change(stickers, count);
  return [before, await measureHeap(session)];
}

async function measureHeap(session: CDPSession): Promise<number> {
  for (let i = 0; i < 3; i += 1) await session.send("HeapProfiler.collectGarbage");
  return (await session.send("Runtime.getHeapUsage")).usedSize;
}
