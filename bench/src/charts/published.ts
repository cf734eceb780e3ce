import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Measurement, Part } from "../measurement.ts";
import { root } from "../server-process.ts";
import { type Chart, drawChart, type Line } from "./chart.ts";

/** The figures behind the charts of docs/bench.md, by the label of their row. */
type Published = Record<string, { value: number; floor?: number; measuredAt: string; commit: string | null }>;

const file = join(root, "bench/published.json");
export const picturesFolder = join(root, "docs/pictures/bench");

/** The rows of a line: the label's number is x. */
interface RowsLine {
  name: string;
  rows: RegExp;
  of?: "floor";
}

const charts: Record<string, Omit<Chart, "lines"> & { lines: readonly RowsLine[] }> = {
  latency: {
    title: "From a create to another’s screen",
    xName: "people on the board, ten creates a second",
    yName: "ms",
    lines: [
      { name: "Retro, p95", rows: /^create → another's receipt, (\d+) clients, p95$/ },
      { name: "floor, p95", rows: /^create → another's receipt, (\d+) clients, p95$/, of: "floor" },
      { name: "Retro, p50", rows: /^create → another's receipt, (\d+) clients, p50$/ },
      { name: "floor, p50", rows: /^create → another's receipt, (\d+) clients, p50$/, of: "floor" },
    ],
  },
  cpu: {
    title: "What a create takes of the server",
    xName: "people on the board, ten creates a second",
    yName: "ms of processor time",
    lines: [
      { name: "Retro", rows: /^server CPU per 1,000 creates, (\d+) clients$/ },
      { name: "floor", rows: /^server CPU per 1,000 creates, (\d+) clients$/, of: "floor" },
    ],
  },
  browser: {
    title: "What a change takes of the browser, p95",
    xName: "stickers on the board",
    yName: "ms of work",
    lines: [
      { name: "a drag frame", rows: /^([\d,]+) stickers: a drag frame, p95$/ },
      { name: "an incoming change", rows: /^([\d,]+) stickers: an incoming change's work, p95$/ },
      { name: "a keystroke", rows: /^([\d,]+) stickers: a keystroke's work, p95$/ },
    ],
  },
};

/** Keeps what the charts show of a run. */
export function publish(rows: readonly Measurement[], measuredAt: string, commit: string | null): void {
  const published = readPublished();
  const wanted = Object.values(charts).flatMap(({ lines }) => lines.map((line) => line.rows));
  for (const { label, value, floor } of rows)
    if (wanted.some((pattern) => pattern.test(label)))
      published[label] = { value, ...(floor !== undefined && { floor }), measuredAt, commit };
  writeFileSync(file, `${JSON.stringify(published, null, 2)}\n`);
}

export function readPublished(): Published {
  return JSON.parse(readFileSync(file, "utf8")) as Published;
}

/** @returns the charts of docs/bench.md, by the names of their files */
export function drawCharts(published: Published): Record<string, string> {
  return Object.fromEntries(
    Object.entries(charts).map(([name, { lines, ...chart }]) => [
      `${name}.svg`,
      drawChart({ ...chart, lines: lines.map((line) => toLine(line, published)) }),
    ]),
  );
}

function toLine({ name, rows, of }: RowsLine, published: Published): Line {
  const points = Object.entries(published).flatMap(([label, row]) => {
    const x = Number(rows.exec(label)?.[1]?.replaceAll(",", ""));
    const y = row[of ?? "value"];
    return Number.isNaN(x) || y === undefined ? [] : [[x, Number(y.toPrecision(2))] as const];
  });
  return { name, points: points.toSorted(([a], [b]) => a - b) };
}

/** Draws the charts of docs/bench.md from the published figures. */
export const writeCharts: Part = async () => {
  mkdirSync(picturesFolder, { recursive: true });
  for (const [name, picture] of Object.entries(drawCharts(readPublished())))
    writeFileSync(join(picturesFolder, name), picture);
  return [];
};
