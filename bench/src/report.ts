import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import type { Measurement } from "./measurement.ts";

const columns = ["measurement", "retro", "floor", "ratio", "aim", "peer"] as const;

export function formatTable(rows: readonly Measurement[]): string {
  const lines = rows.map(({ label, value, unit, floor, aim = "", peer = "" }) => {
    const beside =
      floor === undefined ? ["", ""] : [`${formatNumber(floor)} ${unit}`, `${formatNumber(value / floor)}×`];
    return [label, `${formatNumber(value)} ${unit}`, ...beside, aim, peer];
  });
  const widths = columns.map((name, i) =>
    Math.max(name.length, ...lines.map((line) => line[i]?.length ?? 0)),
  );
  const joinCells = (cells: readonly string[]) =>
    cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ");
  const ruler = widths.map((width) => "─".repeat(width));
  return [columns, ruler, ...lines].map((cells) => joinCells(cells).trimEnd()).join("\n");
}

function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** Where the run took place: figures mean little without it. */
export function describeMachine(root: string) {
  return {
    node: process.version,
    cpus: cpus().length,
    cpu: cpus()[0]?.model,
    memoryMb: Math.round(totalmem() / 2 ** 20),
    loadBefore: loadavg(),
    commit: readCommit(root),
  };
}

function readCommit(root: string): string | null {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    // A copy without its history can be measured too.
    return null;
  }
}

export function saveRun(folder: string, run: { startedAt: string } & Record<string, unknown>): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${run.startedAt.replaceAll(/[:.]/g, "-")}.json`);
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
  return file;
}
