import { expiresAt } from "@retro/rules/timer";
import type { Timer } from "@retro/contract/facilitation/timer";
import type { Deps } from "../../deps.ts";
import { systemCaller } from "../../board/turn/caller.ts";
import { findDueTimers } from "../../board/parts/board-store.ts";
import { takeTurn } from "../../board/turn/turn.ts";

const rescanMs = 60_000;

/** Looks every minute too (C4; spec 11.3): the process that scheduled a timer may have stopped. */
export class TimerExpiry {
  readonly #deps: Deps;
  readonly #looks = new Map<string, { at: number; timeout: NodeJS.Timeout }>();
  /** One after the other: after a downtime many timers are due, and live boards need the database. */
  #queue: Promise<void> = Promise.resolve();
  #rescan: NodeJS.Timeout | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const until = this.#deps.clock() + 2 * rescanMs;
    for (const { id, timer_settles_at: at } of await findDueTimers(this.#deps.database.db, until)) {
      // A command may have shortened the timer since the search began. A look that is too early is repeated.
      const known = this.#looks.get(id);
      if (known === undefined || (at !== null && at < known.at)) this.#scheduleAt(id, at);
    }
    this.#rescan ??= setInterval(() => {
      this.start().catch((error: unknown) =>
        this.#deps.log.error({ err: error }, "running timers could not be read; trying again in a minute"),
      );
    }, rescanMs).unref();
  }

  stop(): void {
    if (this.#rescan) clearInterval(this.#rescan);
    for (const { timeout } of this.#looks.values()) clearTimeout(timeout);
    this.#looks.clear();
  }

  schedule(boardId: string, timer: Timer): void {
    this.#scheduleAt(boardId, expiresAt(timer));
  }

  #scheduleAt(boardId: string, at: number | null): void {
    clearTimeout(this.#looks.get(boardId)?.timeout);
    this.#looks.delete(boardId);
    if (at === null) return;
    const wait = Math.max(0, at - this.#deps.clock());
    const timeout = setTimeout(() => {
      this.#looks.delete(boardId);
      this.#queue = this.#queue
        .then(() => this.expire(boardId))
        .catch((error: unknown) =>
          this.#deps.log.error(
            { err: error, board: boardId },
            "an expired timer could not be ended; trying again within a minute",
          ),
        );
    }, wait);
    this.#looks.set(boardId, { at, timeout: timeout.unref() });
  }

  /** Ends the board's timer if its time is up: an empty turn does, because every turn does this first. */
  async expire(boardId: string): Promise<void> {
    const { facilitation } = await takeTurn(this.#deps, boardId, systemCaller, () => Promise.resolve());
    this.schedule(boardId, facilitation.timer);
  }
}
