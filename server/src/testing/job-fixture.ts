import { AppError } from "../http/errors/app-error.ts";
import { serveTasks, type WorkerContext } from "../jobs/serve-tasks.ts";

/** What the test worker of `jobs/` does on request. */
export type FixtureTask =
  | { do: "echo"; value: string }
  | { do: "send"; parts: number }
  | { do: "refuse" | "fail" | "exit" | "exhaust" | "leap" | "never" };

serveTasks(async (task: FixtureTask, { sendPart }: WorkerContext<undefined>) => {
  switch (task.do) {
    case "echo":
      return task.value;
    case "send":
      for (let i = 0; i < task.parts; i += 1) await sendPart(new Uint8Array(65_536).fill(i));
      return "sent";
    case "refuse":
      throw new AppError(404, "not_found");
    case "fail":
      throw Object.assign(new Error("the database is locked"), { errcode: 5 });
    case "exit":
      return process.exit(1);
    case "exhaust": {
      const hoard: string[][] = [];
      for (;;) hoard.push(Array.from({ length: 100_000 }, (_, i) => `${hoard.length} ${i}`));
    }
    // oxlint-disable-next-line no-fallthrough -- the case above never ends
    case "leap":
      return JSON.parse(`[${"[],".repeat(3_000_000)}[]]`) as unknown;
    case "never":
      for (;;) Math.random();
    default:
      return task satisfies never;
  }
});
