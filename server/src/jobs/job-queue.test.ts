import { describe, expect, it } from "vitest";
import type { QueueOwner } from "../fair-queue.ts";
import { JobQueue } from "./job-queue.ts";

const never = new AbortController().signal;
const office = "192.0.2.1";

function queue(limits: Partial<ConstructorParameters<typeof JobQueue>[0]> = {}) {
  const jobs = new JobQueue({ running: 1, waiting: 1000, graceMs: 0, ...limits });
  const order: string[] = [];
  const add = (session: string, address = office): Promise<void> =>
    jobs.run({ session, address }, async () => void order.push(session), never);
  return { jobs, order, add };
}

/** A job that runs until it is told to finish. */
function gate(jobs: JobQueue, owner: QueueOwner, signal = never) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = false;
  const done = jobs.run(
    owner,
    async () => {
      started = true;
      await promise;
    },
    signal,
  );
  return { finish: resolve, done, started: () => started };
}

describe("the job queue", () => {
  it("one session that requests 101 jobs delays another session's job by one job", async () => {
    const { order, add } = queue();
    const all = [...Array.from({ length: 101 }, () => add("greedy")), add("other")];
    await Promise.all(all);
    expect(order.indexOf("other")).toBe(1);
  });

  it("runs two sessions' jobs beside each other, but never two of one session", async () => {
    const { jobs } = queue({ running: 2 });
    const [first, second] = [gate(jobs, ann), gate(jobs, ann)];
    const other = gate(jobs, { session: "bob", address: office });
    expect([first.started(), second.started(), other.started()]).toEqual([true, false, true]);
    first.finish();
    await first.done;
    await Promise.resolve();
    expect(second.started()).toBe(true);
    second.finish();
    other.finish();
    await Promise.all([second.done, other.done]);
    expect([jobs.running, jobs.waiting]).toEqual([0, 0]);
  });

  it("refuses more jobs than may wait: 503 with Retry-After", async () => {
    const { jobs, add } = queue({ waiting: 1 });
    const running = gate(jobs, ann);
    const waits = add("bob");
    await expect(add("carl")).rejects.toMatchObject({
      statusCode: 503,
      code: "busy",
      details: { retryAfter: 5 },
    });
    running.finish();
    await Promise.all([running.done, waits]);
    await add("carl");
  });

  it("attack: a session that fills its own places gets 429, and its colleagues none", async () => {
    const { jobs, add } = queue({ waiting: 10, waitingPerSession: 2 });
    const running = gate(jobs, ann);
    const waiting = [add("greedy"), add("greedy")];
    await expect(add("greedy")).rejects.toMatchObject({ statusCode: 429, code: "rate_limited" });
    running.finish();
    await Promise.all([running.done, add("colleague"), ...waiting]);
    await add("greedy");
  });

  it("a waiting job whose requester leaves never starts and frees its place", async () => {
    const { jobs, order, add } = queue({ waiting: 1 });
    const running = gate(jobs, ann);
    const gone = new AbortController();
    const left = gate(jobs, { session: "bob", address: office }, gone.signal);
    gone.abort(new Error("gone"));
    await expect(left.done).rejects.toThrow("gone");
    const next = add("carl");
    running.finish();
    await Promise.all([running.done, next]);
    expect([left.started(), order]).toEqual([false, ["carl"]]);
  });
});

const ann: QueueOwner = { session: "ann", address: office };
