import { type FacilitatorOptions, noOptions } from "@retro/contract/facilitator-options";
import { idleTimer, type Facilitation } from "@retro/contract/entities";
import type { Method } from "../apiCalls.ts";
import { RefusalError } from "./refusalError.ts";

/** The facilitation after a call, and the name of its event. Written from docs/spec.md, without the code under test. */
export interface FacilitationStep {
  facilitation: Facilitation;
  event: string;
}

/** A call of `facilitators`: POST takes the seat, DELETE leaves it, PUT sets an option. @throws RefusalError */
export function applyFacilitatorCall(
  facilitation: Facilitation,
  me: string,
  method: Method,
  body: { option?: keyof FacilitatorOptions; value?: unknown },
): FacilitationStep {
  const { facilitator_id, facilitator_options } = facilitation;
  if (method === "POST") {
    if (facilitator_id !== null && facilitator_id !== me) throw new RefusalError(409, "seat_taken");
    return { facilitation: { ...facilitation, facilitator_id: me }, event: "facilitator.store" };
  }
  if (facilitator_id !== me) throw new RefusalError(403, "facilitator_only");
  if (method === "DELETE")
    return {
      facilitation: { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer },
      event: "facilitator.delete",
    };
  const options = { ...facilitator_options, [body.option as string]: body.value };
  return { facilitation: { ...facilitation, facilitator_options: options }, event: "facilitator.update" };
}

/** A call of `timers`. @param now epoch milliseconds @throws RefusalError */
export function applyTimerCall(
  facilitation: Facilitation,
  me: string,
  method: Method,
  body: { count_time?: number; pause_time?: number; start_time?: number },
  now: number,
): FacilitationStep {
  const { startTime, pauseTime, countTime } = facilitation.timer;
  const others = facilitation.facilitator_id !== null && facilitation.facilitator_id !== me;
  const count = body.count_time ?? 0;
  if (method === "POST" || body.count_time !== undefined) {
    if (others) throw new RefusalError(403, "board_locked");
    if (method === "PUT") {
      const left = pauseTime === null || startTime === null ? null : count - (pauseTime - startTime) / 1000;
      const timer = { ...facilitation.timer, countTime: count, countPauseTime: left && Math.ceil(left) };
      return { facilitation: { ...facilitation, timer }, event: "timer.edit" };
    }
    const isUp = startTime !== null && pauseTime === null && now >= startTime + countTime * 1000;
    if (startTime !== null && !isUp) throw new RefusalError(409, "timer_state");
    const timer = { startTime: now, pauseTime: null, countTime: count, countPauseTime: null };
    return { facilitation: { ...facilitation, facilitator_id: me, timer }, event: "timer.store" };
  }
  if (facilitation.facilitator_id !== me) throw new RefusalError(403, "facilitator_only");
  if (method === "DELETE") {
    const kept = Object.values(facilitation.facilitator_options).some((option) => option !== false);
    return {
      facilitation: kept
        ? { ...facilitation, timer: idleTimer }
        : { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer },
      event: "timer.delete",
    };
  }
  if (startTime === null || (body.pause_time === undefined) === (pauseTime === null))
    throw new RefusalError(409, "timer_state");
  if (pauseTime === null) {
    const left = Math.ceil((startTime + countTime * 1000 - now) / 1000);
    return {
      facilitation: {
        ...facilitation,
        timer: { ...facilitation.timer, pauseTime: now, countPauseTime: left },
      },
      event: "timer.pause",
    };
  }
  const timer = { startTime: startTime + now - pauseTime, pauseTime: null, countTime, countPauseTime: null };
  return { facilitation: { ...facilitation, timer }, event: "timer.play" };
}
