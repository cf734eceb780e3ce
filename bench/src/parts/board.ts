import { texts } from "@retro/contract/messages/first-view/en";
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
import { createFilledBoard } from "../seed/filled-board.ts";
import type { FilledBoard } from "../seed/filled-board.ts";
import { HttpClient } from "../http-client.ts";
import { createWriters, measureHeapGrowth } from "../heap-growth.ts";
import type { BenchOptions, Measurement } from "../measurement.ts";
import { median, percentile, wait } from "../measurement.ts";
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
export async function measureLargeBoard({ quick }: BenchOptions): Promise<Measurement[]> {
  const server = await ServerProcess.start("retro");
  const http = new HttpClient(server.url);
  const pool = new ParticipantPool();
  try {
    const rows: Measurement[] = [];
    await pool.prepare("retro", server.url, people * sizes.length);
    for (const stickers of sizes) {
      const filled = await createFilledBoard(http, {
        stickers,
        sections,
        authors: 10,
        title: "The big board",
      });
      await pool.join(
        Array.from({ length: people }, () => filled.id),
        100,
      );
      rows.push(...(await measureBoard(filled, http, quick)));
    }
    return rows;
  } finally {
    http.close();
    await pool.stop();
    await server.stopAndDelete();
  }
}

async function measureBoard(filled: FilledBoard, http: HttpClient, quick: boolean): Promise<Measurement[]> {
  const paints: number[] = [];
  const firstStickers: number[] = [];
  // The first two stickers of each column of the first section: they are on the screen.
  const top = filled.titles.filter((_, i) => i % filled.columns.length < 3).slice(0, 6);
  for (let i = 0; i < (quick ? 1 : 5); i += 1) {
    firstStickers.push(await firstPaint(filled, top));
    paints.push(await firstPaint(filled, filled.titles));
  }
  const chromium = await launchChromium();
  try {
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
    const heap =
      filled.titles.length > sizes[0]
        ? null
        : await measureHeapGrowth(page, await createWriters(http), filled, changes);
    return describeFigures(filled.titles.length as (typeof sizes)[number], {
      firstStickers,
      paints,
      keys,
      drag,
      incoming,
      heap,
      changes,
    });
  } finally {
    await chromium.close();
  }
}

interface BoardFigures {
  firstStickers: number[];
  /** Milliseconds until all stickers are painted, of each load. */
  paints: number[];
  keys: EventTimes[];
  /** Milliseconds from a movement to its frame. */
  drag: number[];
  incoming: EventTimes[];
  /** Bytes of heap before and after `changes` changes; null: not measured. */
  heap: readonly [number, number] | null;
  changes: number;
}

const percentile95 = (values: number[]) => percentile(values, 0.95);

function describeFigures(
  stickers: (typeof sizes)[number],
  { firstStickers, paints, keys, drag, incoming, heap, changes }: BoardFigures,
): Measurement[] {
  const size = stickers.toLocaleString("en");
  const row = (what: string, value: number, aim: string | null, detail?: unknown): Measurement => ({
    label: `${size} stickers: ${what}`,
    unit: "ms",
    value,
    ...(aim !== null && { aim }),
    ...(detail !== undefined && { detail }),
  });
  const toFrame = (times: EventTimes[]) => percentile95(times.map(({ painted }) => painted));
  const rows = [
    row("first stickers painted", median(firstStickers), null, firstStickers),
    row("first paint of all", median(paints), paintAims[stickers], paints),
    row("a keystroke's work, p95", percentile95(keys.map(computeWork)), "< 16 ms", keys),
    row("a keystroke to the next frame of a 60 Hz screen, p95", toFrame(keys), "< 50 ms"),
    row("a drag frame, p95", percentile95(drag), "< 16 ms", drag),
    row("an incoming change's work, p95", percentile95(incoming.map(computeWork)), "< 16 ms", incoming),
    row("an incoming change to the frame that shows it, p95", toFrame(incoming), "< 50 ms"),
  ];
  if (heap === null) return rows;
  const [before, after] = heap;
  const heapRow: Measurement = {
    label: `${size} stickers: heap after ${changes.toLocaleString("en")} changes`,
    unit: "MB",
    value: after / 1e6,
    aim: `≤ ${((before * 1.1) / 1e6).toFixed(1)} MB (before: ${(before / 1e6).toFixed(1)})`,
  };
  return [...rows, heapRow];
}

async function firstPaint(filled: FilledBoard, texts: string[]): Promise<number> {
  const chromium = await launchChromium();
  try {
    const page = await openPage(chromium, filled.owner);
    await recordPaintOf(page, [filled.title, ...texts]);
    await page.goto(`${filled.owner.http.url}/boards/${filled.id}`);
    return await waitForPaint(page);
  } finally {
    await chromium.close();
  }
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
