import { isActionHiddenFrom } from "@retro/rules/permissions";
import { facilitationOf } from "../../board/parts/board-row.ts";
import { toAction } from "../../board/parts/action-store.ts";
import { moveState, readState } from "../../db/server-state.ts";
import type { Deps } from "../../deps.ts";
import { type DueAction, dueActions, type Place } from "./due-store.ts";
import { actionEvent, payloadOf } from "./events.ts";
import { messageInsertion } from "./message-store.ts";

const dayMs = 86_400_000;
/** Of one transaction: others wait for its end. */
export const mostAtOnce = 200;
/** More than a day's actions, so that two days share no number. */
const perDay = 1_000_000_000;

interface Pass {
  stateKey: string;
  /** How long after the day's beginning. */
  afterMs: number;
  /** After a pause of the server this many days are made up for. */
  daysBack: number;
  firstPart: number;
}
const passes: readonly [first: Pass, second: Pass] = [
  { stateKey: "webhooks due", afterMs: 0, daysBack: 7, firstPart: 0 },
  // A turn that began before midnight, or a server whose clock is late, may write after the first pass.
  { stateKey: "webhooks due again", afterMs: 600_000, daysBack: 1, firstPart: perDay / 2 },
];

/**
 * The day that is being processed, in days since 1970, how many of its actions have a message, and the last
 * one of them.
 */
interface Progress {
  day: number;
  told: number;
  after: Place | null;
}

/**
 * Puts `action.due` into the outbox for what is due when a day begins, by UTC [J2]. An action that gets the
 * day's date on the day itself has its message from that turn.
 */
export class DueActions {
  readonly #deps: Deps;
  /** The last day that a pass has finished, in days since 1970; absent: not read yet. */
  readonly #last = new Map<Pass, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Writes a piece of what is due. The transaction that writes it moves the progress on, so a stop between two
   * pieces, and another server at the same work, neither doubles nor loses one.
   * @returns whether there may be more
   */
  async enqueue(): Promise<boolean> {
    const [first, second] = passes;
    return (await this.#enqueuePass(first)) || this.#enqueuePass(second);
  }

  async #enqueuePass(pass: Pass): Promise<boolean> {
    const { database, clock } = this.#deps;
    const { stateKey, firstPart } = pass;
    const today = Math.floor((clock() - pass.afterMs) / dayMs);
    if (this.#last.get(pass) === today) return false;
    const state = await readState(database.db, stateKey);
    const progress = readProgress(state ?? String(today - 1), today, pass);
    if (progress.day > today) {
      this.#last.set(pass, today);
      return false;
    }
    const { day, told, after } = progress;
    await database.transaction(async (db) => {
      const due = new Date(day * dayMs).toISOString().slice(0, 10);
      const { found, last } = await dueActions(db, { due, after, most: mostAtOnce });
      const next =
        last === null ? String(day) : `${day - 1} ${told + mostAtOnce} ${last.board_id} ${last.id}`;
      if (!(await moveState(db, stateKey, state, next))) return;
      for (const [at, each] of found.entries())
        await this.#tell(db, each, perDay * (day + 1) + firstPart + told + at);
    });
    return true;
  }

  /** @param part after the turns of the board so far */
  async #tell(db: Deps["database"]["db"], { board, action }: DueAction, part: number): Promise<void> {
    const { settings, clock } = this.#deps;
    const now = clock();
    const facilitation = facilitationOf(board);
    // The message alone would reveal the date [D3].
    if (isActionHiddenFrom(facilitation, toAction(action), null)) return;
    const event = actionEvent("action.due", toAction(action), facilitation);
    const payload = payloadOf(settings, board, event, now);
    await db.executeQuery(messageInsertion(db, { board, part, payload, now }));
  }
}

/** @param state the last finished day, and the progress of a day that has begun */
function readProgress(state: string, today: number, { daysBack }: Pass): Progress {
  const [finished, told = 0, board_id = "", id] = state.split(" ");
  const day = Number(finished) + 1;
  const first = today - daysBack + 1;
  if (day < first) return { day: first, told: 0, after: null };
  return { day, told: Number(told), after: id === undefined ? null : { board_id, id } };
}
