import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Measurement } from "../measurement.ts";
import { root } from "../server-process.ts";
import { readFigures } from "../simulate/figures.ts";
import { simulate, usualDemand, usualDeployment } from "../simulate/model.ts";
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
  calls: {
    title: "What a call takes of the server’s thread",
    xName: "stickers on the board",
    yName: "ms of processor time",
    lines: [
      { name: "reset votes", rows: /^reset votes, (\d+) stickers/ },
      { name: "read the stickers", rows: /^read the stickers, (\d+) stickers/ },
      { name: "add a sticker", rows: /^add a sticker, (\d+) stickers/ },
      { name: "vote", rows: /^vote, (\d+) stickers/ },
      { name: "open the board", rows: /^open the board, (\d+) stickers/ },
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
  const drawn = Object.entries(charts).map(([name, { lines, ...chart }]) => [
    `${name}.svg`,
    drawChart({ ...chart, lines: lines.map((line) => toLine(line, published)) }),
  ]);
  return { ...Object.fromEntries(drawn), "boards.svg": drawChart(boardsChart()) };
}

function toLine({ name, rows, of }: RowsLine, published: Published): Line {
  const points = Object.entries(published).flatMap(([label, row]) => {
    const x = Number(rows.exec(label)?.[1]?.replaceAll(",", ""));
    const y = row[of ?? "value"];
    return Number.isNaN(x) || y === undefined ? [] : [[x, Number(y.toPrecision(2))] as const];
  });
  return { name, points: points.toSorted(([a], [b]) => a - b) };
}

/** By the simulation of docs/scaling.md. */
function boardsChart(): Chart {
  const figures = readFigures();
  const coresOf = (boards: number, part: "node CPU" | "PostgreSQL CPU") => {
    const demand = { ...usualDemand, people: boards * usualDemand.peoplePerBoard };
    const share = simulate(figures, demand, usualDeployment).find((use) => use.part === part)?.share ?? 0;
    const cores = share * (part === "node CPU" ? 1 : usualDeployment.databaseCores);
    return Number(cores.toPrecision(2));
  };
  const boards = [10, 30, 100, 300, 600];
  return {
    title: "What boards of ten people cost, a change every 4 s each",
    xName: "boards at the same time",
    yName: "cores",
    lines: (["node CPU", "PostgreSQL CPU"] as const).map((part) => ({
      name: part === "node CPU" ? "Retro" : "PostgreSQL",
      points: boards.map((count) => [count, coresOf(count, part)] as const),
    })),
  };
}
