import { describe, expect, it, onTestFinished } from "vitest";
import { createLogger } from "../http/observe/logger.ts";
import type { FixtureTask } from "../testing/job-fixture.ts";
import { WorkerQueue, type WorkerQueueOptions } from "./worker-queue.ts";

const never = new AbortController().signal;
const ann = { session: "ann", address: "192.0.2.1" };

function queue(options: Partial<WorkerQueueOptions> = {}): WorkerQueue<FixtureTask, string> {
  const made = new WorkerQueue<FixtureTask, string>(createLogger("silent"), {
    name: "test jobs",
    entry: new URL("../testing/job-fixture.ts", import.meta.url),
    heapMb: 64,
    ...options,
  });
  onTestFinished(() => made.close());
  return made;
}
const echo: FixtureTask = { do: "echo", value: "done" };
const busy = { statusCode: 503, code: "busy", details: { retryAfter: 5 } };

describe("a queue with a worker process", () => {
  it.each([
    ["ends its process", "503", "exit", busy],
    ["needs more memory than its process may use", "413", "exhaust", { statusCode: 413, code: "too_large" }],
    ["needs much more than that in one step", "413", "leap", { statusCode: 413, code: "too_large" }],
  ] as const)(
    "a job that %s is answered with %s, and the next job is done",
    async (_how, _status, task, refusal) => {
      const jobs = queue({ heapMb: 32 });
      await expect(jobs.run(ann, { do: task }, never)).rejects.toMatchObject(refusal);
      expect(await jobs.run(ann, echo, never)).toBe("done");
    },
  );

  it("a job that never ends is ended at its time limit with 503, and the next job is done", async () => {
    const jobs = queue({ jobMs: 300 });
    await expect(jobs.run(ann, { do: "never" }, never)).rejects.toMatchObject(busy);
    const patient = queue();
    expect(await patient.run(ann, echo, never)).toBe("done");
  });

  it("a job whose requester left is ended soon, so that the next one need not wait for it", async () => {
    const jobs = queue({ leftMs: 0 });
    const gone = new AbortController();
    const left = jobs.run(ann, { do: "never" }, gone.signal);
    const next = jobs.run({ ...ann, session: "bob" }, echo, never);
    gone.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    expect(await next).toBe("done");
  });

  it("refusals and database errors of the process keep their codes", async () => {
    const jobs = queue();
    await expect(jobs.run(ann, { do: "refuse" }, never)).rejects.toMatchObject({
      statusCode: 404,
      code: "not_found",
    });
    await expect(jobs.run(ann, { do: "fail" }, never)).rejects.toMatchObject({
      message: "the database is locked",
      errcode: 5,
    });
  });

  it("the parts of a result arrive before it, whole and in order", async () => {
    const parts: Uint8Array[] = [];
    const onPart = (part: Uint8Array) => void parts.push(Buffer.from(part));
    expect(await queue().run(ann, { do: "send", parts: 5 }, never, { onPart })).toBe("sent");
    expect(Buffer.concat(parts)).toEqual(
      Buffer.concat(Array.from({ length: 5 }, (_, i) => Buffer.alloc(65_536, i))),
    );
  });

  it("starts a new process after the idle one has ended", async () => {
    const jobs = queue({ idleMs: 0 });
    expect(await jobs.run(ann, echo, never)).toBe("done");
    expect(await jobs.run(ann, echo, never)).toBe("done");
  });

  it("refuses every job once it is closed", async () => {
    const jobs = queue();
    await jobs.close();
    await expect(jobs.run(ann, echo, never)).rejects.toMatchObject(busy);
  });
});
