import { onTestFinished, test } from "vitest";
import { buildTestApp } from "../app.ts";
import { checkRuns } from "../failing-runs.ts";
import { engines } from "../databases/test-engines.ts";
import { ModelRun } from "./model-run.ts";
import { plannedRuns } from "./random-steps.ts";

// On PostgreSQL too when `npm test` leaves out its other tests.
test.each(engines)(
  "a board on $name answers, sends and stores the same as the reference model, in runs of random commands",
  async ({ name, open }) => {
    const { database, drop } = await open();
    onTestFinished(drop);
    const runs = Number(process.env["MODEL_RUNS"] ?? (name === "SQLite" ? 12 : 6));
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
  },
  600_000,
);
