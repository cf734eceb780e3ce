import { type TaskOutcome, captureOutcome } from "../jobs/task-outcome.ts";
import { AppError } from "../http/errors/app-error.ts";

/** What the test worker of `jobs/` does on request. */
export type FixtureTask =
  | { do: "echo"; value: string }
  | { do: "refuse" | "fail" | "exit" | "exhaust" | "never" };

export function run(task: FixtureTask): Promise<TaskOutcome<string>> {
  return captureOutcome(async () => {
    switch (task.do) {
      case "echo":
        return task.value;
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
      case "never":
        for (;;) Math.random();
      default:
        return task satisfies never;
    }
  });
}
