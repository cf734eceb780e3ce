import { settlesAt } from "@retro/rules/timer";
import type { Timer } from "@retro/contract/entities";
import type { Deps } from "../../deps.ts";
import { systemCaller } from "../boards/caller.ts";
import { timersToSettle } from "../boards/timers.ts";
import { takeTurn } from "../boards/turn.ts";

const rescanMs = 60_000;

/**
 * Ends timers whose time is up, whoever started them and wherever they are: scheduled when a timer changes, found again in the database
 * after a restart, and looked for every minute, in case the process that scheduled one is gone.
 */
export class SettlingClock {
  readonly #deps: Deps;
  readonly #due = new Map<string, NodeJS.Timeout>();
  /** One after the other: after a downtime many timers are due at once, and live boards must get their turn in between. */
  #queue: Promise<void> = Promise.resolve();
  #rescan: NodeJS.Timeout | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const until = this.#deps.clock() + 2 * rescanMs;
    for (const { id, timer_settles_at } of await timersToSettle(this.#deps.store.db, until))
      this.#arm(id, timer_settles_at);
    this.#rescan ??= setInterval(() => {
      this.start().catch((error: unknown) =>
        this.#deps.log.error({ err: error }, "running timers could not be read; trying again in a minute"),
      );
    }, rescanMs).unref();
  }

  stop(): void {
    if (this.#rescan) clearInterval(this.#rescan);
    for (const timeout of this.#due.values()) clearTimeout(timeout);
    this.#due.clear();
  }

  /** Told of every committed timer. */
  watch(boardId: string, timer: Timer): void {
    this.#arm(boardId, settlesAt(timer));
  }

  #arm(boardId: string, at: number | null): void {
    clearTimeout(this.#due.get(boardId));
    this.#due.delete(boardId);
    if (at === null) return;
    const wait = Math.max(0, at - this.#deps.clock());
    const timeout = setTimeout(() => {
      this.#due.delete(boardId);
      this.#queue = this.#queue
        .then(() => this.settle(boardId))
        .catch((error: unknown) =>
          this.#deps.log.error(
            { err: error, board: boardId },
            "an expired timer could not be settled; the next look is in a minute",
          ),
        );
    }, wait);
    this.#due.set(boardId, timeout.unref());
  }

  /** Ends the board's timer if its time is up: every turn does this first. */
  async settle(boardId: string): Promise<void> {
    const { session } = await takeTurn(this.#deps, boardId, systemCaller, () => Promise.resolve());
    this.watch(boardId, session.timer);
  }
}
