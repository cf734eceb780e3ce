import { type FacilitatorOptions, idleTimer, noOptions, type SessionState } from "@retro/contract/entities";
import type { Method } from "../api.ts";
import { Refused } from "./refused.ts";

/** A session after a call, and the event that tells of it. Written from docs/spec.md, without the code under test. */
export interface SessionStep {
  session: SessionState;
  event: string;
}

/** @throws Refused */
export function facilitate(
  session: SessionState,
  me: string,
  method: Method,
  body: { option?: keyof FacilitatorOptions; value?: unknown },
): SessionStep {
  const { facilitator_id, facilitator_options } = session;
  if (method === "POST") {
    if (facilitator_id !== null && facilitator_id !== me) throw new Refused(409, "seat_taken");
    return { session: { ...session, facilitator_id: me }, event: "facilitator.store" };
  }
  if (facilitator_id !== me) throw new Refused(403, "facilitator_only");
  if (method === "DELETE")
    return {
      session: { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer },
      event: "facilitator.delete",
    };
  const options = { ...facilitator_options, [body.option as string]: body.value };
  return { session: { ...session, facilitator_options: options }, event: "facilitator.update" };
}

/** @param now epoch milliseconds @throws Refused */
export function setTimer(
  session: SessionState,
  me: string,
  method: Method,
  body: { count_time?: number; pause_time?: number; start_time?: number },
  now: number,
): SessionStep {
  const { startTime, pauseTime, countTime } = session.timer;
  const others = session.facilitator_id !== null && session.facilitator_id !== me;
  const count = body.count_time ?? 0;
  if (method === "POST" || body.count_time !== undefined) {
    if (others) throw new Refused(403, "board_locked");
    if (method === "PUT") {
      const left = pauseTime === null || startTime === null ? null : count - (pauseTime - startTime) / 1000;
      const timer = { ...session.timer, countTime: count, countPauseTime: left && Math.ceil(left) };
      return { session: { ...session, timer }, event: "timer.edit" };
    }
    if (startTime !== null) throw new Refused(409, "timer_state");
    const timer = { startTime: now, pauseTime: null, countTime: count, countPauseTime: null };
    return { session: { ...session, facilitator_id: me, timer }, event: "timer.store" };
  }
  if (session.facilitator_id !== me) throw new Refused(403, "facilitator_only");
  if (method === "DELETE") {
    const kept = Object.values(session.facilitator_options).some((option) => option !== false);
    return {
      session: kept
        ? { ...session, timer: idleTimer }
        : { facilitator_id: null, facilitator_options: noOptions, timer: idleTimer },
      event: "timer.delete",
    };
  }
  if (startTime === null || (body.pause_time === undefined) === (pauseTime === null))
    throw new Refused(409, "timer_state");
  if (pauseTime === null) {
    const left = Math.ceil((startTime + countTime * 1000 - now) / 1000);
    return {
      session: { ...session, timer: { ...session.timer, pauseTime: now, countPauseTime: left } },
      event: "timer.pause",
    };
  }
  const timer = { startTime: startTime + now - pauseTime, pauseTime: null, countTime, countPauseTime: null };
  return { session: { ...session, timer }, event: "timer.play" };
}
