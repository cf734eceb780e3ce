import type { ChangeMeta } from "@retro/contract/changes";
import type { ChangeTimer, SetOption } from "@retro/contract/commands";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Timer } from "@retro/contract/facilitation/timer";
import type { FacilitationEventName } from "@retro/contract/events";
import type { SpaceDefaults } from "@retro/contract/spaces/spaces";
import { withTimerStopped, withSeatLeft, withSeatTaken, withOption } from "@retro/rules/facilitation";
import { mayEditBoard, mayFacilitate, mayStartTimer, mayWrite } from "@retro/rules/permissions";
import { editedTimer, pausedTimer, playedTimer, startedTimer, timerPhase } from "@retro/rules/timer";
import { runAfterCommit } from "../../after-commit.ts";
import type { Deps } from "../../deps.ts";
import { AppError, requireAllowed } from "../../http/errors/app-error.ts";
import type { BoardCall } from "../../board/turn/caller.ts";
import { takeTurn, type Turn, type TurnOptions } from "../../board/turn/turn.ts";
import { rememberDefaults } from "../spaces/commands.ts";
import type { Seats } from "./seats.ts";
import type { TimerExpiry } from "./timer-expiry.ts";

export interface FacilitationDeps extends Deps {
  seats: Seats;
  timerExpiry: TimerExpiry;
}

/** The facilitation after a command; `now` is the server's time, epoch milliseconds. */
export interface FacilitationResult {
  facilitation: Facilitation;
  meta: ChangeMeta;
  now: number;
}

/** The facilitation that a command makes, and the event that announces it. */
export interface FacilitationChange {
  facilitation: Facilitation;
  name: FacilitationEventName;
  /** What the next board of the same space starts with [G5]. */
  remember?: SpaceDefaults | undefined;
}

function requireTimer(timer: Timer | null): Timer {
  if (timer === null) throw new AppError(403, "timer_state");
  return timer;
}

/** An unchanged facilitation makes no version [Y4]. */
export async function changeFacilitation(
  call: BoardCall<FacilitationDeps>,
  work: (turn: Turn) => FacilitationChange | null | Promise<FacilitationChange | null>,
  options: TurnOptions = {},
): Promise<FacilitationResult> {
  const { deps, boardId, caller } = call;
  const change = async (turn: Turn): Promise<void> => {
    const next = turn.isRepeat ? null : await work(turn);
    if (next === null || JSON.stringify(next.facilitation) === JSON.stringify(turn.facilitation)) return;
    turn.setFacilitation(next.facilitation);
    turn.event = { kind: "facilitation", name: next.name };
    if (turn.board.space_id !== null && next.remember !== undefined)
      await rememberDefaults(turn.db, turn.board.space_id, next.remember);
  };
  const { facilitation, meta } = await takeTurn(deps, boardId, caller, change, options);
  runAfterCommit(deps.log, "schedule the end of the timer", () =>
    deps.timerExpiry.schedule(boardId, facilitation.timer),
  );
  runAfterCommit(deps.log, "note that the facilitator is present", () => {
    if (facilitation.facilitator_id === caller.userId) deps.seats.recordSeen(boardId, caller.userId);
  });
  return { facilitation, meta, now: deps.clock() };
}

/**
 * Starts the timer; the caller becomes the facilitator if there is none (C1, S1; spec 4.1).
 * @param countTime seconds
 * @throws AppError 403 `board_locked`, `facilitator_only` or `timer_state`, 404
 */
export async function startTimer(
  call: BoardCall<FacilitationDeps>,
  countTime: number,
): Promise<FacilitationResult> {
  return changeFacilitation(call, (turn) => {
    requireAllowed(mayStartTimer(turn.facilitation, turn.caller.userId));
    const timer = requireTimer(startedTimer(turn.facilitation.timer, countTime, turn.now));
    return {
      facilitation: { ...turn.facilitation, facilitator_id: turn.caller.userId, timer },
      name: "timer.store",
      remember: { timer: timer.countTime },
    };
  });
}

/**
 * The fields of the body say what changes (C1; spec 7.2). The server sets all times itself [C3].
 * @throws AppError 403 `facilitator_only`, `board_locked` or `timer_state`, 404
 */
export async function changeTimer(
  call: BoardCall<FacilitationDeps>,
  body: ChangeTimer,
): Promise<FacilitationResult> {
  return changeFacilitation(call, (turn) => {
    const { facilitation, now } = turn;
    if ("count_time" in body) {
      requireAllowed(
        timerPhase(facilitation.timer) === "idle"
          ? mayEditBoard(facilitation, turn.caller.userId)
          : mayFacilitate(facilitation, turn.caller.userId),
      );
      return {
        facilitation: { ...facilitation, timer: editedTimer(facilitation.timer, body.count_time) },
        name: "timer.edit",
      };
    }
    requireAllowed(mayFacilitate(facilitation, turn.caller.userId));
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
 * Stops the timer; while no option is set the seat becomes free too (S1; spec 4.1).
 * @throws AppError 403 `facilitator_only`, 404
 */
export async function stopTimer(call: BoardCall<FacilitationDeps>): Promise<FacilitationResult> {
  return changeFacilitation(call, (turn) => {
    requireAllowed(mayFacilitate(turn.facilitation, turn.caller.userId));
    return { facilitation: withTimerStopped(turn.facilitation), name: "timer.delete" };
  });
}

/**
 * A free seat, or one whose holder has been away for two minutes; of a locked board only that [S1, S2, M2].
 * @throws AppError 403 `board_read_only`, 404, 409 `seat_taken`
 */
export async function takeSeat(call: BoardCall<FacilitationDeps>): Promise<FacilitationResult> {
  let holder: string | null = null;
  const attempt = (awayHolder: string | null) =>
    changeFacilitation(
      call,
      (turn) => {
        holder = turn.facilitation.facilitator_id;
        if (holder === null) requireAllowed(mayWrite(turn.facilitation));
        const mayTakeOver = holder !== null && holder === awayHolder;
        const facilitation = withSeatTaken(turn.facilitation, turn.caller.userId, mayTakeOver);
        // A refusal keeps no key, so that the second attempt is no repeat of the first.
        if (facilitation === null) throw new AppError(409, "seat_taken");
        return { facilitation, name: "facilitator.store" };
      },
      { evenIfLocked: true },
    );
  try {
    return await attempt(null);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "seat_taken") || holder === null) throw error;
    // Outside the turn: with the hosted provider this is an HTTP request.
    if (!(await call.deps.seats.isAway(call.boardId, holder))) throw error;
    return attempt(holder);
  }
}

/**
 * Leaves the seat; without a meeting this clears options and timer (S1, F1; spec 4.1).
 * @throws AppError 403 `facilitator_only`, 404
 */
export async function leaveSeat(call: BoardCall<FacilitationDeps>): Promise<FacilitationResult> {
  return changeFacilitation(call, (turn) => {
    requireAllowed(mayFacilitate(turn.facilitation, turn.caller.userId));
    return { facilitation: withSeatLeft(turn.facilitation), name: "facilitator.delete" };
  });
}

/**
 * Sets one option (E3; spec 6.4).
 * @throws AppError 403 `facilitator_only`, 404
 */
export async function setOption(
  call: BoardCall<FacilitationDeps>,
  body: SetOption,
): Promise<FacilitationResult> {
  return changeFacilitation(call, (turn) => {
    requireAllowed(mayFacilitate(turn.facilitation, turn.caller.userId));
    const facilitation = withOption(turn.facilitation, body.option, body.value);
    // Most of the options of a meeting are those of its step.
    const options = facilitation.meeting === undefined ? facilitation.facilitator_options : undefined;
    return { facilitation, name: "facilitator.update", remember: options && { options } };
  });
}
