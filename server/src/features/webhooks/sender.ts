import { randomUUID } from "node:crypto";
import type { WebhookPayload } from "@retro/contract/webhooks/webhooks";
import { loadAction } from "../../board/parts/action-store.ts";
import { findBoard } from "../../board/parts/board-store.ts";
import { endLease, takeLease } from "../../db/leases.ts";
import type { Deps } from "../../deps.ts";
import { deliver } from "./deliver.ts";
import { counters } from "./counters.ts";
import { DueActions } from "./due-actions.ts";
import { presentPayload } from "./events.ts";
import { describe, logFailure } from "./log-failure.ts";
import * as messages from "./message-store.ts";
import { findHookById, type HookRow } from "./store.ts";

const lease = "webhooks";
const leaseMs = 10_000;
const lookMs = 1_000;
const soonMs = 20;
const stopMs = 1_500;

/** The pauses between the attempts of a message, with a day in all. */
const pausesMs = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400].map((seconds) => seconds * 1_000);
const longestPauseMs = Math.max(...pausesMs);
const dayMs = 86_400_000;
/** A hook that fails and has this many messages waiting is switched off before its day is over. */
const mostWaiting = 10_000;
/**
 * A delivery takes one of these places until it is answered, and for a second at most, so that dead receivers
 * take none.
 */
const places = 16;
const quickMs = 1_000;
/** With those that have waited for longer. */
const mostRunning = 256;
const mostRunningPerHook = 2;
const pageSize = 200;

interface Running {
  hookId: string;
  /** Null: the hook is the server's. */
  spaceId: string | null;
  isSlow: boolean;
  done: Promise<void>;
}

/**
 * Sends what waits in the outbox: one node at a time, one message of a board and hook at a time, each until it
 * has an answer, so at least once and in order for each board [J1].
 */
export class Sender {
  readonly #deps: Deps;
  readonly #holder = randomUUID();
  readonly #due: DueActions;
  /** By hook and board. */
  readonly #running = new Map<string, Running>();
  /** Ended since the last search began: what it has found of them may be sent already. */
  readonly #ended = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #leaseUntil = 0;
  #isStopped = false;
  readonly #stopping = new AbortController();
  #again = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#due = new DueActions(deps);
  }

  /** Looks soon: the transaction that calls is about to commit. */
  wake(): void {
    this.#schedule(soonMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
    // A receiver that still thinks gets its message again from the next server.
    const hurry = setTimeout(() => this.#stopping.abort(), stopMs);
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    clearTimeout(hurry);
    if (this.#leaseUntil > 0)
      await endLease(this.#deps.database.db, lease, this.#holder).catch(() => undefined);
  }

  #schedule(ms: number): void {
    if (this.#isStopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), ms).unref();
  }

  /** Starts the deliveries that are due; never throws. */
  look(): void {
    if (this.#isStopped) return;
    this.#again = this.#looking !== null;
    if (this.#again) return;
    this.#looking = this.#startDue()
      .catch((error: unknown) =>
        this.#deps.log.error({ err: error }, "webhooks could not be looked for; trying again in a second"),
      )
      .finally(() => {
        this.#looking = null;
        this.#schedule(this.#again ? soonMs : lookMs);
      });
  }

  async #startDue(): Promise<void> {
    if (!(await this.#keepLease())) return;
    if (await this.#due.enqueue()) this.#again = true;
    // Spaces without a delivery under way come first, so that the hooks of one space delay no other space.
    let found: messages.WaitingMessage[];
    do {
      const spaces = [...this.#running.values()].map(({ spaceId }) => spaceId);
      found = await this.#find(spaces);
      for (const message of found) if (!this.#isRunningFor(message.space_id)) this.#start(message);
    } while (found.length === pageSize && this.#hasPlace());
    if (this.#hasPlace()) for (const message of await this.#find([])) this.#start(message);
  }

  async #find(spaces: (string | null)[]): Promise<messages.WaitingMessage[]> {
    const hooks = [...this.#running.values()].map(({ hookId }) => hookId).filter((id) => this.#isBusy(id));
    this.#ended.clear();
    const without = { hooks: [...new Set(hooks)], spaces: [...new Set(spaces)] };
    return messages.dueMessages(this.#deps.database.db, this.#deps.clock(), { most: pageSize, without });
  }

  #isRunningFor(space: string | null): boolean {
    return [...this.#running.values()].some(({ spaceId }) => spaceId === space);
  }

  #isBusy(hook: string): boolean {
    return [...this.#running.values()].filter(({ hookId }) => hookId === hook).length >= mostRunningPerHook;
  }

  #hasPlace(): boolean {
    const quick = [...this.#running.values()].filter(({ isSlow }) => !isSlow);
    return quick.length < places && this.#running.size < mostRunning;
  }

  #start(message: messages.WaitingMessage): void {
    const key = `${message.hook_id} ${message.board_id}`;
    if (!this.#hasPlace() || this.#running.has(key) || this.#isBusy(message.hook_id)) return;
    if (this.#ended.has(key)) {
      this.#again = true;
      return;
    }
    const slow = setTimeout(() => {
      running.isSlow = true;
      this.look();
    }, quickMs).unref();
    const done = this.#send(message)
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted)
          this.#deps.log.error(
            { err: error },
            "the outcome of a webhook could not be kept; it is sent again",
          );
      })
      .finally(() => {
        clearTimeout(slow);
        this.#running.delete(key);
        this.#ended.add(key);
        this.look();
      });
    const running: Running = { hookId: message.hook_id, spaceId: message.space_id, isSlow: false, done };
    this.#running.set(key, running);
  }

  /** The database's time, not the tests' clock: the lease is between processes. */
  async #keepLease(): Promise<boolean> {
    const now = this.#deps.database.now();
    if (now < this.#leaseUntil - leaseMs / 2) return true;
    const held = { name: lease, holder: this.#holder, now, expiresAt: now + leaseMs };
    const isHeld = (await takeLease(this.#deps.database.db, held)) !== null;
    this.#leaseUntil = isHeld ? now + leaseMs : 0;
    return isHeld;
  }

  async #send(message: messages.WaitingMessage): Promise<void> {
    const { database, clock } = this.#deps;
    const hook = await findHookById(database.db, message.hook_id);
    // It was switched off or deleted while a turn wrote this.
    if (hook?.state !== "on") return messages.removeMessage(database.db, message);
    const { message_id, type, attempts } = message;
    const payload = await this.#presentNow(message);
    const attempt = { message_id, type, payload, attempt: attempts + 1 };
    const { signal } = this.#stopping;
    const { delivery, reason, retryAfterMs } = await deliver(this.#deps, hook, attempt, signal);
    const isSent = delivery.problem === null;
    counters[isSent ? "sent" : "failed"].add();
    // Once for each outage: a dead receiver must not fill the log.
    if (reason !== null && hook.failing_since === null) logFailure(this.#deps.log, hook, reason);
    const now = clock();
    await database.transaction(async (db) => {
      const failingSince = await messages.recordOutcome(db, hook.id, isSent, now);
      if (failingSince === undefined) return;
      await messages.insertDelivery(db, hook.id, delivery);
      const isGivenUp = now - message.created_at >= dayMs;
      const isOver = failingSince !== null && now - failingSince >= dayMs;
      if (isSent || isGivenUp) await messages.removeMessage(db, message);
      else await messages.postponeMessage(db, message, now + pauseBefore(attempts, retryAfterMs));
      const isFlooded = !isSent && (await messages.hasManyMessages(db, hook.id, mostWaiting));
      if (isOver || isFlooded || delivery.status === 410) await this.#switchOff(db, hook, reason);
    });
  }

  async #presentNow({ payload: text, board_id }: messages.WaitingMessage): Promise<WebhookPayload> {
    const { db } = this.#deps.database;
    const payload = JSON.parse(text) as WebhookPayload;
    const board = await findBoard(db, board_id);
    const action =
      "action" in payload.data ? await loadAction(db, board_id, payload.data.action.id) : undefined;
    return presentPayload(payload, board, action);
  }

  async #switchOff(db: Deps["database"]["db"], hook: HookRow, reason: string | null): Promise<void> {
    await messages.setHookState(db, hook.id, "failed");
    counters.off.add();
    this.#deps.log.error(
      { ...describe(hook), reason },
      "a webhook was switched off, because it did not accept anything for a day or does not exist any more",
    );
  }
}

/**
 * A tenth more or less, so that receivers that come back are not called by all at once. A receiver may ask for a longer
 * pause, and for no shorter one, which would let anybody keep the server busy.
 */
function pauseBefore(attempts: number, retryAfterMs: number): number {
  const pause = pausesMs[Math.min(attempts, pausesMs.length - 1)] as number;
  return Math.max(Math.round(pause * (0.9 + Math.random() * 0.2)), Math.min(retryAfterMs, longestPauseMs));
}
