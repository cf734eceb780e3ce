import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Part } from "../measurement.ts";
import { root } from "../server-process.ts";

const files = [
  "server/src/http/fuzz.test.ts",
  "server/src/http/raw-requests.test.ts",
  "server/src/realtime/frames-fuzz.test.ts",
  "server/src/testing/model",
];

/** The server's random tests at length, with other values in each run, on both engines. */
export const runApiFuzz: Part = ({ quick }) => {
  const requests = quick ? 2000 : 20_000;
  const runs = quick ? 20 : 200;
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, [join(root, "scripts/test.mjs"), "unit", ...files], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: { FC_SEED: "random", ...process.env, FUZZ_REQUESTS: String(requests), MODEL_RUNS: String(runs) },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  if (status !== 0) throw new Error("fuzz: a run failed; the lines above name its seed and its steps");
  return Promise.resolve([
    { label: `fuzz: ${requests} requests and frames, ${runs} runs of the model`, value: seconds, unit: "s" },
  ]);
};
