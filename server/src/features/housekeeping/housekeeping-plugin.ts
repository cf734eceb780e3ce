import type { Feature } from "../../deps.ts";
import type { ReadMetric } from "../../observe/metrics.ts";
import type { Housekeeping } from "./housekeeping.ts";
import { NoticeReader } from "../notices/notices.ts";

export function housekeepingMetrics(housekeeping: Housekeeping): ReadMetric[] {
  return [
    {
      name: "retro_housekeeping_deleted_total",
      help: "Rows deleted by housekeeping in this process",
      label: "what",
      read: () => housekeeping.deletedCounts,
    },
    {
      name: "retro_housekeeping_failures_total",
      help: "Tasks of housekeeping that failed in this process",
      read: () => housekeeping.failures,
    },
    {
      name: "retro_housekeeping_finished_timestamp_seconds",
      help: "When this process last finished a run; 0: not yet",
      read: () => housekeeping.finishedAt / 1000,
    },
  ];
}

/** An application that never listens runs no housekeeping and reads no notices. */
export function runHousekeeping(housekeeping: Housekeeping): Feature {
  return (app, deps) => {
    const notices = new NoticeReader(deps);
    app.addHook("onListen", async () => {
      housekeeping.start();
      notices.start();
    });
    app.addHook("onClose", async () => {
      await Promise.all([housekeeping.stop(), notices.stop()]);
    });
  };
}
