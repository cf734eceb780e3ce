import { en } from "@retro/contract/messages/en";
import type { Page } from "playwright-core";
import { launchChromium, openPage, waitForPaint, recordPaintOf } from "../chromium.ts";
import {
  computeWork,
  readEventTimes,
  recordArrivals,
  recordEventTimes,
  waitForEvents,
  type EventTimes,
} from "../event-times.ts";
import { createFilledBoard } from "../filled-board.ts";
import type { FilledBoard } from "../filled-board.ts";
import { HttpClient } from "../http-client.ts";
import { createWriters, measureHeapGrowth } from "../heap-growth.ts";
import type { BenchOptions, Measurement } from "../measurement.ts";
import { median, percentile, wait } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";

const stickers = 1000;
const sections = 12;
const keystrokes = 60;
const dragSteps = 80;
const incomingChanges = 40;

/** Opens a board of 1,000 stickers in 12 sections in Chromium: measures the first paint, the frames and the growth of memory. */
export async function measureLargeBoard({ quick }: BenchOptions): Promise<Measurement[]> {
  const server = await ServerProcess.start("retro");
  const http = new HttpClient(server.url);
  const chromium = await launchChromium();
  try {
    const filled = await createFilledBoard(http, { stickers, sections, authors: 10, title: "The big board" });
    const paints: number[] = [];
    for (let i = 0; i < (quick ? 1 : 5); i += 1) paints.push(await firstPaint(filled));
    const page = await openPage(chromium, filled.owner);
    await recordPaintOf(page, [filled.title, ...filled.titles]);
    await recordArrivals(page);
    await page.goto(`${http.url}/boards/${filled.id}`);
    await waitForPaint(page);
    await wait(2000);
    const other = await Visitor.createAnonymous(http);
    const incoming = await measureIncomingChanges(page, other, filled);
    const keys = await measureTyping(page);
    const drag = await measureDrag(page, filled);
    const changes = quick ? 200 : 1000;
    const [before, after] = await measureHeapGrowth(page, await createWriters(http), filled, changes);
    return describeFigures({ paints, keys, drag, incoming, before, after, changes });
  } finally {
    await chromium.close();
    http.close();
    await server.stopAndDelete();
  }
}

interface BoardFigures {
  /** Milliseconds until all stickers are painted, of each load. */
  paints: number[];
  keys: EventTimes[];
  /** Milliseconds from a movement to its frame. */
  drag: number[];
  incoming: EventTimes[];
  /** Bytes of heap before and after `changes` changes. */
  before: number;
  after: number;
  changes: number;
}

function describeFigures({
  paints,
  keys,
  drag,
  incoming,
  before,
  after,
  changes,
}: BoardFigures): Measurement[] {
  const aim = "< 50 ms";
  return [
    { label: "1,000 stickers: first paint of all", unit: "ms", value: median(paints), aim: "< 1,500 ms" },
    {
      label: "a keystroke's work, p95",
      unit: "ms",
      value: percentile(keys.map(computeWork), 0.95),
      aim: "< 16 ms",
      detail: keys,
    },
    {
      label: "a keystroke to the next frame of a 60 Hz screen, p95",
      unit: "ms",
      value: percentile(
        keys.map((key) => key.painted),
        0.95,
      ),
      aim,
    },
    { label: "a drag frame, p95", unit: "ms", value: percentile(drag, 0.95), aim, detail: drag },
    {
      label: "an incoming change's work, p95",
      unit: "ms",
      value: percentile(incoming.map(computeWork), 0.95),
      aim: "< 16 ms",
      detail: incoming,
    },
    {
      label: "an incoming change to the frame that shows it, p95",
      unit: "ms",
      value: percentile(
        incoming.map(({ painted }) => painted),
        0.95,
      ),
      aim,
    },
    {
      label: `heap after ${changes.toLocaleString("en")} changes`,
      unit: "MB",
      value: after / 1e6,
      aim: `≤ ${((before * 1.1) / 1e6).toFixed(1)} MB (before: ${(before / 1e6).toFixed(1)})`,
    },
  ];
}

async function firstPaint(filled: FilledBoard): Promise<number> {
  const chromium = await launchChromium();
  try {
    const page = await openPage(chromium, filled.owner);
    await recordPaintOf(page, [filled.title, ...filled.titles]);
    await page.goto(`${filled.owner.http.url}/boards/${filled.id}`);
    return await waitForPaint(page);
  } finally {
    await chromium.close();
  }
}

/** Another user changes stickers, one after the other. @returns the times of each change */
async function measureIncomingChanges(
  page: Page,
  other: Visitor,
  filled: FilledBoard,
): Promise<EventTimes[]> {
  for (let i = 0; i < incomingChanges; i += 1) {
    const title = `bench-arrival-${i} `.padEnd(100, "of words ").trimEnd();
    const path = `/api/v1/boards/${filled.id}/items/${filled.ids[(i * 23) % stickers]}`;
    await other.callApi("PUT", path, { title });
    await waitForEvents(page, i);
    await wait(50);
  }
  return readEventTimes(page);
}

/** Types into the New Sticker dialog, over the full board. */
async function measureTyping(page: Page): Promise<EventTimes[]> {
  await page.getByRole("button", { name: en["stickers.add"] }).first().click();
  const field = page.getByRole("dialog").getByRole("textbox").first();
  await field.click();
  await recordEventTimes(page, "keydown", "input");
  await field.pressSequentially("a keystroke now and then ".repeat(5).slice(0, keystrokes), { delay: 40 });
  const times = await readEventTimes(page);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  return times;
}

/** Drags the first sticker over its neighbours, and cancels. @returns milliseconds from each movement to its frame */
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
