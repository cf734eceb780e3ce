import { randomUUID } from "node:crypto";
import { fillBoard } from "./fill.ts";
import type { Filled } from "./fill.ts";
import { Http } from "./http.ts";
import type { Effort, Row } from "./row.ts";
import { median, percentile, wait } from "./row.ts";
import { Server } from "./server.ts";
import type { Visitor } from "./visitor.ts";

const stickers = 500;
const createEveryMs = 20;

/** A board of 500 leaves as PDF and Excel, while others go on adding stickers elsewhere; ten people at once; what it costs. */
export async function run({ quick }: Effort): Promise<Row[]> {
  const rounds = quick ? 3 : 9;
  const server = await Server.start("ours");
  const http = new Http(server.url);
  try {
    const board = await fillBoard(http, { stickers, authors: 19 });
    const other = await fillBoard(http, { stickers: 0, authors: 1, seed: 2 });
    const asker = board.authors[3] as Visitor;
    const fresh = server.memory().now;
    const first = await timed(() => take(asker, board, "pdf"));
    const pdf = await repeat(rounds, () => take(asker, board, "pdf"));
    const excel = await repeat(rounds, () => take(asker, board, "excel"));

    const quiet = await stream(other, wait(quick ? 1000 : 3000));
    const busy = await stream(
      other,
      repeat(quick ? 4 : 12, () => take(asker, board, "pdf")),
    );

    const from = performance.now();
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        take(board.authors[i] as Visitor, board, i % 2 === 0 ? "pdf" : "excel"),
      ),
    );
    const ten = performance.now() - from;
    const tenPdf = await timed(() =>
      Promise.all(board.authors.slice(0, 10).map((by) => take(by, board, "pdf"))),
    );
    const { peak } = server.memory();
    return [
      { what: "500 stickers as PDF, the first after a start", unit: "ms", ours: first, aim: "≤ 2000 ms" },
      { what: "500 stickers as PDF, median", unit: "ms", ours: median(pdf), aim: "≤ 2000 ms", detail: pdf },
      {
        what: "500 stickers as Excel, median",
        unit: "ms",
        ours: median(excel),
        aim: "≤ 500 ms",
        detail: excel,
      },
      { what: "creates elsewhere, nothing exported: p99", unit: "ms", ours: percentile(quiet, 0.99) },
      {
        what: "creates elsewhere while PDFs are made: p99",
        unit: "ms",
        ours: percentile(busy, 0.99),
        aim: "≤ 50 ms",
      },
      { what: "ten exports at once, five of each kind", unit: "ms", ours: ten },
      { what: "ten PDFs at once", unit: "ms", ours: tenPdf },
      { what: "memory before the exports", unit: "MB", ours: fresh },
      { what: "memory, the most while ten were made", unit: "MB", ours: peak, aim: "≤ 400 MB" },
    ];
  } finally {
    http.close();
    await server.stop();
  }
}

async function take(by: Visitor, board: Filled, format: "pdf" | "excel"): Promise<void> {
  const answer = await by.send("GET", `/web/boards/${board.id}/export-${format}`);
  const head = answer.body.subarray(0, 2).toString();
  if (answer.status !== 200 || head !== (format === "pdf" ? "%P" : "PK"))
    throw new Error(`export-${format} answered ${answer.status}: ${answer.body.subarray(0, 200).toString()}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function repeat(times: number, work: () => Promise<void>): Promise<number[]> {
  const took = [];
  for (let i = 0; i < times; i += 1) took.push(await timed(work));
  return took;
}

/** Adds stickers at an even pace until the other work is done, and gives how long each took. */
async function stream(board: Filled, work: Promise<unknown>): Promise<number[]> {
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
    took.push(timed(() => board.owner.json("POST", `/api/v1/boards/${board.id}/items`, body)));
    await wait(createEveryMs);
  }
  await done;
  return Promise.all(took);
}
