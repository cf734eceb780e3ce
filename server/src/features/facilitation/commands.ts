import type { ChangeMeta } from "@retro/contract/changes";
import type { ChangeTimer, SetOption } from "@retro/contract/commands";
import type { Facilitation, Timer } from "@retro/contract/entities";
import type { FacilitationEventName } from "@retro/contract/events";
import { emptyFacilitation, withTimerStopped, withSeatTaken, withOption } from "@retro/rules/facilitation";
import { mayEditBoard, mayFacilitate } from "@retro/rules/permissions";
import { editedTimer, pausedTimer, playedTimer, startedTimer, timerPhase } from "@retro/rules/timer";
import { runAfterCommit } from "../../after-commit.ts";
import type { Deps } from "../../deps.ts";
import { AppError, requireAllowed } from "../../http/app-error.ts";
import type { Caller } from "../../board/caller.ts";
import { takeTurn, type Turn } from "../../board/turn.ts";
import type { Seats } from "./seats.ts";
import type { TimerExpiry } from "./timer-expiry.ts";

/** What the session's commands work with. */
export interface FacilitationDeps extends Deps {
  seats: Seats;
  timerExpiry: TimerExpiry;
}

export interface FacilitationResult {
  facilitation: Facilitation;
  meta: ChangeMeta;
  now: number;
}

function requireTimer(timer: Timer | null): Timer {
  if (timer === null) throw new AppError(403, "timer_state");
  return timer;
}

/** One turn that gives the board another session and sends the event `name`; an unchanged state leaves no trace. */
async function changeFacilitation(
  deps: FacilitationDeps,
  boardId: string,
  caller: Caller,
  work: (turn: Turn) => { facilitation: Facilitation; name: FacilitationEventName } | null,
): Promise<FacilitationResult> {
  const { facilitation, meta } = await takeTurn(deps, boardId, caller, async (turn) => {
    const next = work(turn);
    if (next === null || JSON.stringify(next.facilitation) === JSON.stringify(turn.facilitation)) return;
    turn.setFacilitation(next.facilitation);
    turn.event = { kind: "facilitation", name: next.name };
  });
  runAfterCommit(deps.log, "schedule the end of the timer", () =>
    deps.timerExpiry.schedule(boardId, facilitation.timer),
  );
  runAfterCommit(deps.log, "note that the facilitator is present", () => {
    if (facilitation.facilitator_id === caller.userId) deps.seats.noteSeen(boardId, caller.userId);
  });
  return { facilitation, meta, now: deps.clock() };
}

/**
 * Starts the timer; the starter becomes the facilitator when there is none.
 * @throws AppError 403 `board_locked` or `timer_state`
 */
export async function startTimer(
  deps: FacilitationDeps,
  boardId: string,
  caller: Caller,
  countTime: number,
): Promise<FacilitationResult> {
  return changeFacilitation(deps, boardId, caller, (turn) => {
    requireAllowed(mayEditBoard(turn.facilitation, caller.userId));
    const timer = requireTimer(startedTimer(turn.facilitation.timer, countTime, turn.now));
    return {
      facilitation: { ...turn.facilitation, facilitator_id: caller.userId, timer },
      name: "timer.store",
    };
  });
}

/**
 * Another time, pause or play: which one the fields of the body say; times that the client sends are replaced by the server's.
 * @throws AppError 403 `facilitator_only`, `board_locked` or `timer_state`
 */
export async function changeTimer(
  deps: FacilitationDeps,
  boardId: string,
  caller: Caller,
  body: ChangeTimer,
): Promise<FacilitationResult> {
  return changeFacilitation(deps, boardId, caller, (turn) => {
    const { facilitation, now } = turn;
    if ("count_time" in body) {
      requireAllowed(
        timerPhase(facilitation.timer) === "idle"
          ? mayEditBoard(facilitation, caller.userId)
          : mayFacilitate(facilitation, caller.userId),
      );
      return {
        facilitation: { ...facilitation, timer: editedTimer(facilitation.timer, body.count_time) },
        name: "timer.edit",
      };
    }
    requireAllowed(mayFacilitate(facilitation, caller.userId));
    if ("pause_time" in body)
      return {
        facilitation: { ...facilitation, timer: requireTimer(pausedTimer(facilitation.timer, now)) },
        name: "timer.pause",
      };
    return {
      facilitation: { ...facilitation, timer: requireTimer(playedTimer(facilitation.timer, now)) },
      name: "timer.play",
    };
  });
}

/**
 * Stops the timer; while no option is set the seat is cleared as well.
 * @throws AppError 403 `facilitator_only`
 */
export async function stopTimer(
  deps: FacilitationDeps,
  boardId: string,
  caller: Caller,
): Promise<FacilitationResult> {
  return changeFacilitation(deps, boardId, caller, (turn) => {
    requireAllowed(mayFacilitate(turn.facilitation, caller.userId));
    return { facilitation: withTimerStopped(turn.facilitation), name: "timer.delete" };
  });
}

/**
 * Takes the facilitator's seat: a free one, or one whose holder has had no connection for two minutes.
 * @throws AppError 409 `seat_taken`
 */
export async function takeSeat(
  deps: FacilitationDeps,
  boardId: string,
  caller: Caller,
): Promise<FacilitationResult> {
  const seat = { heldBy: null as string | null };
  const attempt = (goneHolder: string | null) =>
    changeFacilitation(deps, boardId, caller, (turn) => {
      const holder = turn.facilitation.facilitator_id;
      const session = withSeatTaken(
        turn.facilitation,
        caller.userId,
        holder !== null && holder === goneHolder,
      );
      seat.heldBy = session === null ? holder : null;
      return session && { facilitation: session, name: "facilitator.store" };
    });
  const first = await attempt(null);
  if (seat.heldBy === null) return first;
  // Asked outside the turn: with the hosted provider this needs an HTTP request.
  if (!(await deps.seats.isAway(boardId, seat.heldBy))) throw new AppError(409, "seat_taken");
  const second = await attempt(seat.heldBy);
  if (seat.heldBy !== null) throw new AppError(409, "seat_taken");
  return second;
}

/**
 * Leaves the seat; options and timer are cleared.
 * @throws AppError 403 `facilitator_only`
 */
export async function leaveSeat(
  deps: FacilitationDeps,
  boardId: string,
  caller: Caller,
): Promise<FacilitationResult> {
  return changeFacilitation(deps, boardId, caller, (turn) => {
    requireAllowed(mayFacilitate(turn.facilitation, caller.userId));
    return { facilitation: emptyFacilitation(), name: "facilitator.delete" };
  });
}

/**
 * Sets one option.
 * @throws AppError 403 `facilitator_only`
 */
export async function setOption(
  deps: FacilitationDeps,
  boardId: string,
  caller: Caller,
  body: SetOption,
): Promise<FacilitationResult> {
  return changeFacilitation(deps, boardId, caller, (turn) => {
    requireAllowed(mayFacilitate(turn.facilitation, caller.userId));
    return {
      facilitation: withOption(turn.facilitation, body.option, body.value),
      name: "facilitator.update",
    };
  });
}
