import { test } from "vitest";
import { buildTestApp } from "../app.ts";
import { checkRuns } from "../failing-runs.ts";
import { eachEngine } from "../databases/test-engines.ts";
import { ModelRun } from "./model-run.ts";
import { plannedRuns } from "./random-steps.ts";

eachEngine("a board", (open, engine) => {
  // On PostgreSQL only what the tables hold differs.
  const runs = Number(process.env["MODEL_RUNS"] ?? (engine === "SQLite" ? 12 : 4));
  test(`answers, sends and stores the same as the reference model, in ${runs} runs of random commands`, async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: Date.UTC(2026, 0, 15, 12) });
    await app.listen();
    await checkRuns({ name: `model-${database.engine}`, runs }, plannedRuns, async (steps) => {
      const play = await ModelRun.begin(app);
      try {
        for (const step of steps) await play.step(step);
        await play.finish();
      } catch (error) {
        if (error instanceof Error) error.message += `\nsent:\n${play.sent.join("\n")}`;
        throw error;
      }
    });
  }, 600_000);
});
