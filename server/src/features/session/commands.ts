import type { ChangeMeta } from "@retro/contract/changes";
import type { ChangeTimer, SetOption } from "@retro/contract/commands";
import type { SessionState, Timer } from "@retro/contract/entities";
import type { SessionEventName } from "@retro/contract/events";
import { leftSeat, stoppedSession, takenSeat, withOption } from "@retro/rules/facilitator";
import { mayEditBoard, mayFacilitate } from "@retro/rules/gates";
import { editedTimer, pausedTimer, playedTimer, startedTimer, timerPhase } from "@retro/rules/timer";
import { afterCommit } from "../../after-commit.ts";
import type { Deps } from "../../deps.ts";
import { AppError, refuse } from "../../http/app-error.ts";
import type { Caller } from "../boards/caller.ts";
import { takeTurn, type Turn } from "../boards/turn.ts";
import type { Seats } from "./seats.ts";
import type { SettlingClock } from "./settling.ts";

/** What the session's commands work with. */
export interface SessionDeps extends Deps {
  seats: Seats;
  settling: SettlingClock;
}

export interface SessionDone {
  session: SessionState;
  meta: ChangeMeta;
  now: number;
}

function orTimerState(timer: Timer | null): Timer {
  if (timer === null) throw new AppError(403, "timer_state");
  return timer;
}

/** One turn that gives the board another session and sends the event `name`; an unchanged state leaves no trace. */
async function changeSession(
  deps: SessionDeps,
  boardId: string,
  caller: Caller,
  work: (turn: Turn) => { session: SessionState; name: SessionEventName } | null,
): Promise<SessionDone> {
  const { session, meta } = await takeTurn(deps, boardId, caller, async (turn) => {
    const next = work(turn);
    if (next === null || JSON.stringify(next.session) === JSON.stringify(turn.session)) return;
    turn.setSession(next.session);
    turn.event = { kind: "session", name: next.name };
  });
  afterCommit(deps.log, "schedule the end of the timer", () => deps.settling.watch(boardId, session.timer));
  afterCommit(deps.log, "note that the facilitator is present", () => {
    if (session.facilitator_id === caller.userId) deps.seats.noteSeen(boardId, caller.userId);
  });
  return { session, meta, now: deps.clock() };
}

/**
 * Starts the timer; the starter becomes the facilitator when there is none.
 * @throws AppError 403 `board_locked` or `timer_state`
 */
export async function startTimer(
  deps: SessionDeps,
  boardId: string,
  caller: Caller,
  countTime: number,
): Promise<SessionDone> {
  return changeSession(deps, boardId, caller, (turn) => {
    refuse(mayEditBoard(turn.session, caller.userId));
    const timer = orTimerState(startedTimer(turn.session.timer, countTime, turn.now));
    return { session: { ...turn.session, facilitator_id: caller.userId, timer }, name: "timer.store" };
  });
}

/**
 * Another time, pause or play: which one the fields of the body say; times that the client sends are replaced by the server's.
 * @throws AppError 403 `facilitator_only`, `board_locked` or `timer_state`
 */
export async function changeTimer(
  deps: SessionDeps,
  boardId: string,
  caller: Caller,
  body: ChangeTimer,
): Promise<SessionDone> {
  return changeSession(deps, boardId, caller, (turn) => {
    const { session, now } = turn;
    if ("count_time" in body) {
      refuse(
        timerPhase(session.timer) === "idle"
          ? mayEditBoard(session, caller.userId)
          : mayFacilitate(session, caller.userId),
      );
      return {
        session: { ...session, timer: editedTimer(session.timer, body.count_time) },
        name: "timer.edit",
      };
    }
    refuse(mayFacilitate(session, caller.userId));
    if ("pause_time" in body)
      return {
        session: { ...session, timer: orTimerState(pausedTimer(session.timer, now)) },
        name: "timer.pause",
      };
    return {
      session: { ...session, timer: orTimerState(playedTimer(session.timer, now)) },
      name: "timer.play",
    };
  });
}

/**
 * Stops the timer; while no option is set the seat is cleared as well.
 * @throws AppError 403 `facilitator_only`
 */
export async function stopTimer(deps: SessionDeps, boardId: string, caller: Caller): Promise<SessionDone> {
  return changeSession(deps, boardId, caller, (turn) => {
    refuse(mayFacilitate(turn.session, caller.userId));
    return { session: stoppedSession(turn.session), name: "timer.delete" };
  });
}

/**
 * Takes the facilitator's seat: a free one, or one whose holder has had no connection for two minutes.
 * @throws AppError 409 `seat_taken`
 */
export async function takeSeat(deps: SessionDeps, boardId: string, caller: Caller): Promise<SessionDone> {
  const seat = { heldBy: null as string | null };
  const attempt = (goneHolder: string | null) =>
    changeSession(deps, boardId, caller, (turn) => {
      const holder = turn.session.facilitator_id;
      const session = takenSeat(turn.session, caller.userId, holder !== null && holder === goneHolder);
      seat.heldBy = session === null ? holder : null;
      return session && { session, name: "facilitator.store" };
    });
  const first = await attempt(null);
  if (seat.heldBy === null) return first;
  // Asked outside the turn: with the hosted provider this needs an HTTP request.
  if (!(await deps.seats.isGone(boardId, seat.heldBy))) throw new AppError(409, "seat_taken");
  const second = await attempt(seat.heldBy);
  if (seat.heldBy !== null) throw new AppError(409, "seat_taken");
  return second;
}

/**
 * Leaves the seat; options and timer are cleared.
 * @throws AppError 403 `facilitator_only`
 */
export async function leaveSeat(deps: SessionDeps, boardId: string, caller: Caller): Promise<SessionDone> {
  return changeSession(deps, boardId, caller, (turn) => {
    refuse(mayFacilitate(turn.session, caller.userId));
    return { session: leftSeat(), name: "facilitator.delete" };
  });
}

/**
 * Sets one option.
 * @throws AppError 403 `facilitator_only`
 */
export async function setOption(
  deps: SessionDeps,
  boardId: string,
  caller: Caller,
  body: SetOption,
): Promise<SessionDone> {
  return changeSession(deps, boardId, caller, (turn) => {
    refuse(mayFacilitate(turn.session, caller.userId));
    return { session: withOption(turn.session, body.option, body.value), name: "facilitator.update" };
  });
}
