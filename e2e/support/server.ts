import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, endProcess, launch, type RunningServer } from "./server-process.ts";
import { startTwoNodes } from "./two-nodes.ts";

export type { RunningServer } from "./server-process.ts";

/** The data of the server under test; `nodes`: two servers on one PostgreSQL and one Redis. */
export type Engine = "sqlite" | "postgres" | "nodes";

/** Loads the code that sets the clock ahead, by an argument of Node: the product does not contain it. */
const clockArgs = ["--import", new URL("advance-clock.mjs", import.meta.url).href];

/** The built product, as `npm start` runs it, with new data and easy puzzles. */
export async function startServer(
  engine: Engine,
  extraEnv: Record<string, string> = {},
  { advanceableClock = false } = {},
): Promise<RunningServer> {
  if (engine === "nodes") return startTwoNodes(extraEnv);
  const folder = mkdtempSync(join(tmpdir(), "retro-e2e-"));
  const database = engine === "postgres" ? await createDatabase() : null;
  const env: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    DATA_DIR: folder,
    PORT: "0",
    LOG_LEVEL: "warn",
    CAPTCHA_DIFFICULTY: "1:1",
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...extraEnv,
  };
  const start = (aheadMs = 0) =>
    launch({ ...env, E2E_CLOCK_AHEAD_MS: String(aheadMs) }, advanceableClock || aheadMs > 0 ? clockArgs : []);
  let running = await start();
  env["PORT"] = new URL(running.url).port;
  const restart: RunningServer["restart"] = async (how, { whileDown, aheadMs = 0 } = {}) => {
    await endProcess(running.child, how);
    await whileDown?.();
    await database?.advanceClock(aheadMs);
    running = await start(database === null ? aheadMs : 0);
  };
  return {
    url: running.url,
    env,
    restart,
    async advanceClock(ms) {
      if (database !== null) return restart("SIGTERM", { aheadMs: ms });
      const advanced = new Promise((resolve) => running.child.once("message", resolve));
      running.child.send(ms);
      await advanced;
    },
    async stop() {
      await endProcess(running.child, "SIGTERM");
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
