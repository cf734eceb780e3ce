import type { FastifyInstance } from "fastify";
import { readState, writeState } from "../../db/server-state.ts";
import type { Deps } from "../../deps.ts";

const stateKey = "quotas";
const saveEveryMs = 15_000;

/** One row for all nodes, written every 15 s; a crash loses 15 s at most. */
export function persistQuotas(
  app: FastifyInstance,
  { rateLimiter, database, nodes, log }: Pick<Deps, "rateLimiter" | "database" | "nodes" | "log">,
): void {
  let saved = "";
  const save = async (): Promise<void> => {
    if (JSON.stringify(rateLimiter.durableState()) === saved) return;
    try {
      const stored = nodes.state() === null ? null : await readState(database.db, stateKey);
      if (stored !== null) rateLimiter.lowerTo(JSON.parse(stored));
      const state = JSON.stringify(rateLimiter.durableState());
      await writeState(database.db, stateKey, state);
      saved = state;
    } catch (error) {
      log.warn({ err: error }, "the quotas could not be saved; they are saved again in 15 s");
    }
  };
  const timer = setInterval(() => void save(), saveEveryMs).unref();
  app.addHook("onReady", async () => {
    try {
      saved = (await readState(database.db, stateKey)) ?? "";
      if (saved !== "") rateLimiter.restoreState(JSON.parse(saved));
    } catch (error) {
      log.warn({ err: error }, "the quotas of before the restart could not be read; they start anew");
    }
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await save();
  });
}
