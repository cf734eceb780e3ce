import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../../deps.ts";
import { housekeepingClockKey } from "../../db/portable/tables.ts";
import { readState, writeState } from "../../db/server-state.ts";
import { endLease, savePosition, takeLease } from "../../db/leases.ts";
import { TaskRows } from "../../jobs/task-rows.ts";
import { type Cursor, type Task, tasks } from "./tasks.ts";

const lease = "housekeeping";
const leaseMs = 5 * 60_000;
const intervalMs = 3_600_000;
/** A new server first serves waiting clients. */
const startDelayMs = 20_000;
/** After a step, the pause is this many times as long as the step. */
const restFactor = 4;
const shortestRestMs = 5;
const dayMs = 86_400_000;
/** The clock has jumped, or no server ran for so long. */
const longestGapMs = 3 * dayMs;

export type DeletedCounts = Record<string, number>;

/** Hourly, in small steps [P7]. The lease in the database lets one process run at a time. */
export class Housekeeping {
  readonly #deps: Deps;
  readonly #holder = randomUUID();
  readonly #stopping = new AbortController();
  readonly #deleted = new Map<string, number>(tasks.map(({ name }) => [name, 0]));
  #failures = 0;
  #finishedAt = 0;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    this.#schedule(startDelayMs);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.run().finally(() => {
        if (!this.#stopping.signal.aborted) this.#schedule(intervalMs);
      });
    }, ms).unref();
  }

  /** A failed task is logged, and the others still run. Null: another process has the lease. */
  async run(): Promise<DeletedCounts | null> {
    const deleted: DeletedCounts = {};
    try {
      let position = await this.#renew();
      if (position === null) return null;
      const isHeld = await this.#isHeld();
      const cursor: Cursor = {
        read: () => position ?? "",
        write: async (next) => {
          position = next;
          await savePosition(this.#deps.database.db, { name: lease, holder: this.#holder, position: next });
        },
      };
      let goesOn = true;
      for (const task of isHeld ? tasks.filter(({ ignoresClock }) => ignoresClock) : tasks) {
        const { done, isLast } = await this.#runTask(task, cursor);
        if (done > 0) deleted[task.name] = done;
        goesOn = !isLast && (await this.#renew()) !== null;
        if (!goesOn) break;
      }
      await endLease(this.#deps.database.db, lease, this.#holder);
      if (goesOn && !isHeld) this.#finishedAt = this.#deps.clock();
    } catch (error) {
      this.#countFailure(error, lease);
    }
    if (Object.keys(deleted).length > 0)
      this.#deps.log.info({ deleted }, "housekeeping deleted what is kept no longer");
    return deleted;
  }

  /** A clock that is years ahead makes everything old. An operator has a day to notice it. */
  async #isHeld(): Promise<boolean> {
    const { database, log, clock } = this.#deps;
    const now = clock();
    const [seenAt = now, heldUntil = 0] = ((await readState(database.db, housekeepingClockKey)) ?? "")
      .split(" ")
      .filter(Boolean)
      .map(Number);
    const hasJumped = Math.abs(now - seenAt) > longestGapMs;
    // Another jump ends the pause: a server that runs for an hour a week would never delete anything.
    const begins = hasJumped && now > seenAt && heldUntil <= seenAt;
    const until = begins ? now + dayMs : hasJumped ? 0 : heldUntil;
    await writeState(database.db, housekeepingClockKey, `${now} ${until}`);
    if (begins)
      log.warn(
        { before: new Date(seenAt).toISOString(), now: new Date(now).toISOString() },
        "the clock is days ahead of the last housekeeping, so nothing is deleted for a day: if no server ran meanwhile, all is well; otherwise set the clock",
      );
    return now < until;
  }

  async #runTask(task: Task, cursor: Cursor): Promise<{ done: number; isLast: boolean }> {
    let done = 0;
    const rows = new TaskRows((error, id) => this.#countFailure(error, task.name, id));
    try {
      for (;;) {
        if (this.#stopping.signal.aborted) return { done, isLast: true };
        const began = performance.now();
        const step = await task.step(this.#deps, cursor, rows);
        done += step.done;
        this.#deleted.set(task.name, (this.#deleted.get(task.name) ?? 0) + step.done);
        if (!step.more) return { done, isLast: false };
        const took = performance.now() - began;
        await sleep(Math.max(shortestRestMs, took * restFactor), undefined, { ref: false });
        if ((await this.#renew()) === null) return { done, isLast: true };
      }
    } catch (error) {
      this.#countFailure(error, task.name);
      return { done, isLast: false };
    }
  }

  async #renew(): Promise<string | null> {
    // The database's time, not the tests' clock: the lease is between processes.
    const now = this.#deps.database.now();
    return takeLease(this.#deps.database.db, {
      name: lease,
      holder: this.#holder,
      now,
      expiresAt: now + leaseMs,
    });
  }

  #countFailure(error: unknown, task: string, id?: string): void {
    this.#failures += 1;
    this.#deps.log.error({ err: error, task, id }, "housekeeping failed; it is tried again in an hour");
  }

  get deletedCounts(): ReadonlyMap<string, number> {
    return this.#deleted;
  }

  get failures(): number {
    return this.#failures;
  }

  get finishedAt(): number {
    return this.#finishedAt;
  }
}
