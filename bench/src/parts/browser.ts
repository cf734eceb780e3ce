import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { launchChromium, openPage, waitForPaint, recordPaintOf } from "../chromium.ts";
import { createFilledBoard, type FilledBoard } from "../filled-board.ts";
import { HttpClient } from "../http-client.ts";
import { medianRow, type Part, sumOf } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";

const prefetchMs = 4000;

interface Visit {
  visible: number;
  /** Gzipped bytes of scripts requested before the board was visible, and in the 4 s after it. */
  scripts: number;
  prefetched: number;
  styles: number;
}

/** A cold Chromium with a session opens a board, on a server that has served the page before. */
export const measurePageLoad: Part = async ({ quick }) => {
  await using server = await ServerProcess.start("retro");
  using http = new HttpClient(server.url);
  const empty = await createFilledBoard(http, { stickers: 0, authors: 1, title: "The empty board" });
  const full = await createFilledBoard(http, { stickers: 500, authors: 19, title: "The full board" });
  // The server compresses a file at its first request.
  await visitBoard(empty);
  const visits: Record<"empty" | "full", Visit[]> = { empty: [], full: [] };
  for (let i = 0; i < (quick ? 1 : 5); i += 1) {
    visits.empty.push(await visitBoard(empty));
    visits.full.push(await visitBoard(full));
  }
  const row = (label: string, unit: string, read: (visit: Visit) => number, aim = "", peer = "") =>
    medianRow(visits.full, label, unit, read, { aim, peer });
  const seconds = ({ visible }: Visit) => visible / 1000;
  const [aim, peer] = ["≤ 1.0 s", "4.3–4.6 s"];
  return [
    medianRow(visits.empty, "board visible, cold Chromium, empty", "s", seconds, { aim, peer }),
    row("board visible, cold Chromium, 500 stickers", "s", seconds, "≤ 1.3 s", "5.5 s"),
    row("scripts until visible, gz", "kB", ({ scripts }) => scripts / 1000, "≤ 194 kB", "751 kB"),
    row("scripts in the 4 s after, gz", "kB", ({ prefetched }) => prefetched / 1000),
    row("styles, gz", "kB", ({ styles }) => styles / 1000, "", "87 kB"),
  ];
};

async function visitBoard(board: FilledBoard): Promise<Visit> {
  await using chromium = await launchChromium();
  const page = await openPage(chromium, board.owner);
  const scripts = measureTransfer(page, /javascript/);
  const styles = measureTransfer(page, /text\/css/);
  await recordPaintOf(page, [board.title, ...board.titles]);
  await page.goto(board.address);
  const visible = await waitForPaint(page);
  await page.waitForTimeout(prefetchMs);
  const before = await requestedBefore(page, visible);
  const [bytes, all] = [await scripts.bytes((url) => before.has(url)), await scripts.bytes()];
  return { visible, scripts: bytes, prefetched: all - bytes, styles: await styles.bytes() };
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
      return sumOf(await Promise.all(answers.filter(({ url }) => counts(url)).map(({ size }) => size)));
    },
  };
}
