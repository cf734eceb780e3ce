import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Measurement, Part } from "../measurement.ts";
import { root } from "../server-process.ts";

/** The fuzz test of the browser's sync core over 2,000 seeds; it names a failing seed. */
export const runSyncFuzz: Part = async ({ quick }) => {
  const seeds = quick ? 200 : 2000;
  const files = ["web/src/board-state/fuzz.test.ts"];
  return [runTests(`chaos: ${seeds} seeds`, files, { FUZZ_SEEDS: String(seeds) })];
};

/** The server's random tests at length, with other values in each run, on both engines. */
export const runApiFuzz: Part = async ({ quick }) => {
  const [requests, runs] = quick ? [2000, 20] : [20_000, 200];
  const files = [
    "server/src/http/fuzz.test.ts",
    "server/src/http/raw-requests.test.ts",
    "server/src/http/two-worlds",
    "server/src/realtime/frames-fuzz.test.ts",
    "server/src/testing/model",
  ];
  const env = { FUZZ_REQUESTS: String(requests), MODEL_RUNS: String(runs) };
  const label = `fuzz: ${requests} requests and frames, ${runs} runs of the model`;
  return [runTests(label, files, { FC_SEED: "random", ...env })];
};

/** The test that kills servers while people write, on both engines; it prints how many changes were acknowledged. */
export const runCrashes: Part = async ({ quick }) => {
  const kills = quick ? 2 : 30;
  const files = ["server/src/crash.slow.test.ts"];
  return [
    runTests(`crash: ${kills} times two kills while people write`, files, { CRASH_KILLS: String(kills) }),
  ];
};

/** @throws when a test fails, which has printed its seed and its steps */
function runTests(label: string, files: string[], env: Record<string, string>): Measurement {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, [join(root, "scripts/test.mjs"), "unit", ...files], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: { ...env, ...process.env },
  });
  if (status !== 0) throw new Error(`${label}: a run failed; the lines above name its seed`);
  return { label, value: (performance.now() - startedAt) / 1000, unit: "s" };
}
