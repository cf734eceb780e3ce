import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import type { Row } from "./row.ts";

const head = ["what", "ours", "floor", "ratio", "aim", "peer"] as const;

/** The rows as a table of text. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.what,
    `${shown(row.ours)} ${row.unit}`,
    row.floor === undefined ? "" : `${shown(row.floor)} ${row.unit}`,
    row.floor === undefined ? "" : `${shown(row.ours / row.floor)}×`,
    row.aim ?? "",
    row.peer ?? "",
  ]);
  const widths = head.map((name, i) => Math.max(name.length, ...lines.map((line) => (line[i] ?? "").length)));
  const print = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd();
  return [print(head), widths.map((width) => "─".repeat(width)).join("  "), ...lines.map(print)].join("\n");
}

function shown(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** Where the run took place: figures mean little without it. */
export function machine(root: string) {
  return {
    node: process.version,
    cpus: cpus().length,
    cpu: cpus()[0]?.model,
    memoryMb: Math.round(totalmem() / 2 ** 20),
    loadBefore: loadavg(),
    commit: commitOf(root),
  };
}

function commitOf(root: string): string | null {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    // A copy without its history can be measured too.
    return null;
  }
}

/** Writes the run as JSON and gives the file's path. */
export function save(folder: string, run: { startedAt: string } & Record<string, unknown>): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${run.startedAt.replaceAll(/[:.]/g, "-")}.json`);
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
  return file;
}
