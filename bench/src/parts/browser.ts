import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { launchChromium, openPage, waitForPaint, recordPaintOf } from "../chromium.ts";
import { createFilledBoard } from "../seed/filled-board.ts";
import type { FilledBoard } from "../seed/filled-board.ts";
import { HttpClient } from "../http-client.ts";
import type { BenchOptions, Measurement } from "../measurement.ts";
import { median } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";

const prefetchMs = 4000;

interface Vitals {
  lcp: number;
  cls: number;
  tbt: number;
}
interface Visit extends Vitals {
  visible: number;
  /** Gzipped bytes of scripts requested before the board was visible, and in the 4 s after it. */
  scripts: number;
  prefetched: number;
  styles: number;
}

/** A cold Chromium with a session opens a board, on a server that has served the page before. */
export async function measurePageLoad({ quick }: BenchOptions): Promise<Measurement[]> {
  const rounds = quick ? 1 : 5;
  const server = await ServerProcess.start("retro");
  const http = new HttpClient(server.url);
  try {
    const empty = await createFilledBoard(http, { stickers: 0, authors: 1, title: "The empty board" });
    const full = await createFilledBoard(http, { stickers: 500, authors: 19, title: "The full board" });
    // The server compresses a file at its first request.
    await visitBoard(empty);
    const visits: Record<"empty" | "full", Visit[]> = { empty: [], full: [] };
    for (let i = 0; i < rounds; i += 1) {
      visits.empty.push(await visitBoard(empty));
      visits.full.push(await visitBoard(full));
    }
    return toMeasurements(visits.empty, visits.full);
  } finally {
    http.close();
    await server.stopAndDelete();
  }
}

async function visitBoard(board: FilledBoard): Promise<Visit> {
  const chromium = await launchChromium();
  try {
    const page = await openPage(chromium, board.owner);
    const scripts = measureTransfer(page, /javascript/);
    const styles = measureTransfer(page, /text\/css/);
    await recordVitals(page);
    await recordPaintOf(page, [board.title, ...board.titles]);
    await page.goto(`${board.owner.http.url}/boards/${board.id}`);
    const visible = await waitForPaint(page);
    await page.waitForTimeout(prefetchMs);
    const before = await requestedBefore(page, visible);
    const [bytes, all] = [await scripts.bytes((url) => before.has(url)), await scripts.bytes()];
    const vitals = await page.evaluate(() => (window as unknown as { benchVitals: Vitals }).benchVitals);
    return { visible, scripts: bytes, prefetched: all - bytes, styles: await styles.bytes(), ...vitals };
  } finally {
    await chromium.close();
  }
}

async function requestedBefore(page: Page, ms: number): Promise<Set<string>> {
  const urls = await page.evaluate(
    (end) =>
      performance
        .getEntriesByType("resource")
        .filter(({ startTime }) => startTime <= end)
        .map(({ name }) => name),
    ms,
  );
  return new Set(urls);
}

/** Bytes of all answers of a type, each gzipped by the bench, however the server compresses them. */
function measureTransfer(page: Page, kind: RegExp) {
  const answers: { url: string; size: Promise<number> }[] = [];
  page.on("response", (response) => {
    if (!kind.test(response.headers()["content-type"] ?? "")) return;
    const weigh = async () => gzipSync(await response.body()).length;
    answers.push({ url: response.url(), size: weigh() });
  });
  return {
    bytes: async (counts: (url: string) => boolean = () => true) => {
      const sizes = await Promise.all(answers.filter(({ url }) => counts(url)).map(({ size }) => size));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}

async function recordVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const vitals = { lcp: 0, cls: 0, tbt: 0 };
    (window as unknown as { benchVitals: Vitals }).benchVitals = vitals;
    const observe = (type: string, use: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => use(entry))).observe({
        type,
        buffered: true,
      });
    observe("largest-contentful-paint", (entry) => (vitals.lcp = entry.startTime));
    observe("layout-shift", (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      };
      if (!hadRecentInput) vitals.cls += value;
    });
    observe("longtask", (entry) => (vitals.tbt += Math.max(0, entry.duration - 50)));
  });
}

function toMeasurements(empty: Visit[], full: Visit[]): Measurement[] {
  const of = (visits: Visit[], field: keyof Visit) => median(visits.map((one) => one[field]));
  const visible = (what: string, visits: Visit[], aim: string, peer: string): Measurement => ({
    label: `board visible, cold Chromium, ${what}`,
    unit: "s",
    value: of(visits, "visible") / 1000,
    aim,
    peer,
    detail: visits,
  });
  return [
    visible("empty", empty, "≤ 1.0 s", "4.3–4.6 s"),
    visible("500 stickers", full, "≤ 1.3 s", "5.5 s"),
    {
      label: "scripts until visible, gz",
      unit: "kB",
      value: of(full, "scripts") / 1000,
      aim: "≤ 194 kB",
      peer: "751 kB",
    },
    { label: "scripts in the 4 s after, gz", unit: "kB", value: of(full, "prefetched") / 1000 },
    { label: "styles, gz", unit: "kB", value: of(full, "styles") / 1000, peer: "87 kB" },
    { label: "largest paint, 500 stickers", unit: "ms", value: of(full, "lcp") },
    { label: "layout shift, 500 stickers", unit: "", value: of(full, "cls") },
    { label: "blocking time, 500 stickers", unit: "ms", value: of(full, "tbt") },
  ];
}
