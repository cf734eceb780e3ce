import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Measurement, Part } from "../measurement.ts";
import { root } from "../server-process.ts";

/** As the test writes it. */
interface CallCost {
  name: string;
  items: number;
  loopMs: number;
  priceMs: number;
}

/** A call may take this many times what it has paid for. */
const mostOfPrice = 3;

/** What each call about a board takes of the loop, and what it pays, on boards of three sizes. */
export const measureCallCosts: Part = ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), "retro-costs-"));
  const file = join(folder, "costs.json");
  try {
    const { status } = spawnSync(
      process.execPath,
      [join(root, "scripts/test.mjs"), "unit", "server/src/http/call-costs.test.ts"],
      {
        cwd: root,
        stdio: ["ignore", 2, 2],
        env: { ...process.env, CALL_COSTS: file, ...(quick && { CALL_COSTS_QUICK: "1" }) },
      },
    );
    if (status !== 0) throw new Error("costs: the calls failed; the lines above say which");
    return Promise.resolve(toRows(JSON.parse(readFileSync(file, "utf8")) as CallCost[]));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

function toRows(costs: CallCost[]): Measurement[] {
  const ratio = ({ loopMs, priceMs }: CallCost) => loopMs / priceMs;
  const dearest = costs.toSorted((a, b) => ratio(b) - ratio(a));
  const rows = dearest.map(({ name, items, loopMs, priceMs }) => ({
    label: `${name}, ${items} stickers (price ${priceMs.toFixed(1)})`,
    unit: "ms",
    value: loopMs,
    aim: (priceMs * mostOfPrice).toFixed(1),
  }));
  const calls = new Set(costs.map(({ name }) => name)).size;
  const worst = Math.max(...costs.map(ratio));
  return [
    ...rows,
    { label: `the most of its price, of ${calls} calls`, unit: "×", value: worst, aim: `${mostOfPrice}` },
  ];
}
