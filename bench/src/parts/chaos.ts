import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Part } from "../measurement.ts";
import { root } from "../server-process.ts";

/** The fuzz test of the browser's sync core over 2,000 seeds; it names a failing seed. */
export const runSyncFuzz: Part = ({ quick }) => {
  const seeds = quick ? 200 : 2000;
  const startedAt = performance.now();
  const { status } = spawnSync(
    process.execPath,
    [join(root, "scripts/test.mjs"), "unit", "web/src/board-state/fuzz.test.ts"],
    { cwd: root, stdio: ["ignore", 2, 2], env: { ...process.env, FUZZ_SEEDS: String(seeds) } },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  if (status !== 0) throw new Error(`chaos: a seed of ${seeds} failed; the lines above name it`);
  return Promise.resolve([{ label: `chaos: ${seeds} seeds agree in the end`, value: seconds, unit: "s" }]);
};
