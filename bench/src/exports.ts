import { randomUUID } from "node:crypto";
import { createFilledBoard } from "./seed/filled-board.ts";
import type { FilledBoard } from "./seed/filled-board.ts";
import { HttpClient } from "./http-client.ts";
import type { BenchOptions, Measurement } from "./measurement.ts";
import { median, percentile, wait } from "./measurement.ts";
import { ServerProcess } from "./server-process.ts";
import type { Visitor } from "./visitor.ts";

const stickers = 500;
const createEveryMs = 20;

/** Exports a board of 500 stickers alone and by ten users at once, while others add stickers elsewhere. */
export async function measureExports({ quick }: BenchOptions): Promise<Measurement[]> {
  const rounds = quick ? 3 : 9;
  const server = await ServerProcess.start("retro");
  const http = new HttpClient(server.url);
  try {
    const board = await createFilledBoard(http, { stickers, authors: 19 });
    const other = await createFilledBoard(http, { stickers: 0, authors: 1, seed: 2 });
    const reader = board.authors[3] as Visitor;
    const fresh = server.memory().now;
    const first = await measureMs(() => downloadExport(reader, board, "pdf"));
    const pdf = await measureRepeatedly(rounds, () => downloadExport(reader, board, "pdf"));
    const excel = await measureRepeatedly(rounds, () => downloadExport(reader, board, "excel"));

    const quiet = await addStickersDuring(other, wait(quick ? 1000 : 3000));
    const busy = await addStickersDuring(
      other,
      measureRepeatedly(quick ? 4 : 12, () => downloadExport(reader, board, "pdf")),
    );

    const from = performance.now();
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        downloadExport(board.authors[i] as Visitor, board, i % 2 === 0 ? "pdf" : "excel"),
      ),
    );
    const ten = performance.now() - from;
    const tenPdf = await measureMs(() =>
      Promise.all(board.authors.slice(0, 10).map((by) => downloadExport(by, board, "pdf"))),
    );
    const { peak } = server.memory();
    return [
      { label: "500 stickers as PDF, the first after a start", unit: "ms", value: first, aim: "≤ 2000 ms" },
      { label: "500 stickers as PDF, median", unit: "ms", value: median(pdf), aim: "≤ 2000 ms", detail: pdf },
      {
        label: "500 stickers as Excel, median",
        unit: "ms",
        value: median(excel),
        aim: "≤ 500 ms",
        detail: excel,
      },
      { label: "creates elsewhere, nothing exported: p99", unit: "ms", value: percentile(quiet, 0.99) },
      {
        label: "creates elsewhere while PDFs are made: p99",
        unit: "ms",
        value: percentile(busy, 0.99),
        aim: "≤ 50 ms",
      },
      { label: "ten exports at once, five of each kind", unit: "ms", value: ten },
      { label: "ten PDFs at once", unit: "ms", value: tenPdf },
      { label: "memory before the exports", unit: "MB", value: fresh },
      { label: "memory, the most while ten were made", unit: "MB", value: peak, aim: "≤ 400 MB" },
    ];
  } finally {
    http.close();
    await server.stopAndDelete();
  }
}

async function downloadExport(by: Visitor, board: FilledBoard, format: "pdf" | "excel"): Promise<void> {
  const answer = await by.send("GET", `/web/boards/${board.id}/export-${format}`);
  const head = answer.body.subarray(0, 2).toString();
  if (answer.status !== 200 || head !== (format === "pdf" ? "%P" : "PK"))
    throw new Error(`export-${format} answered ${answer.status}: ${answer.body.subarray(0, 200).toString()}`);
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function measureRepeatedly(times: number, work: () => Promise<void>): Promise<number[]> {
  const took = [];
  for (let i = 0; i < times; i += 1) took.push(await measureMs(work));
  return took;
}

async function addStickersDuring(board: FilledBoard, work: Promise<unknown>): Promise<number[]> {
  const other = { over: false };
  const done = work.finally(() => {
    other.over = true;
  });
  const took: Promise<number>[] = [];
  for (let i = 0; !other.over; i += 1) {
    const body = {
      id: randomUUID(),
      title: `Sticker ${i}`,
      parent_id: board.columns[i % board.columns.length],
    };
    took.push(measureMs(() => board.owner.callApi("POST", `/api/v1/boards/${board.id}/items`, body)));
    await wait(createEveryMs);
  }
  await done;
  return Promise.all(took);
}
