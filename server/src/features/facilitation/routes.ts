import * as z from "zod";
import { changeMeta } from "@retro/contract/changes";
import {
  changeTimer as changeTimerBody,
  setOption as setOptionBody,
  startTimer as startTimerBody,
} from "@retro/contract/commands";
import { facilitation as facilitationSchema } from "@retro/contract/facilitation/facilitation";
import { timer } from "@retro/contract/facilitation/timer";
import { id } from "@retro/contract/ids";
import type { Feature } from "../../deps.ts";
import { route } from "../../http/route.ts";
import { callOf } from "../../board/turn/caller.ts";
import {
  changeTimer,
  leaveSeat,
  type FacilitationDeps,
  type FacilitationResult,
  setOption,
  startTimer,
  stopTimer,
  takeSeat,
} from "./commands.ts";
import { meetingRoutes } from "./meeting/routes.ts";
import { seatResponse, toSeatResponse } from "./seat-response.ts";
import { TimerExpiry } from "./timer-expiry.ts";

const tags = ["facilitation"];
const boardParams = z.object({ id });
const { timer: _, ...seat } = facilitationSchema.shape;
const timerResponse = z.object({
  data: z.object({ ...timer.shape, ...seat, serverTime: z.number() }),
  meta: changeMeta,
});

function toTimerResponse({ facilitation, meta, now }: FacilitationResult) {
  const { timer: value, ...seat } = facilitation;
  return { data: { ...value, ...seat, serverTime: now }, meta };
}

export const facilitation: Feature = (app, appDeps) => {
  const timerExpiry = new TimerExpiry(appDeps);
  const deps: FacilitationDeps = { ...appDeps, seats: app.seats, timerExpiry };
  app.addHook("onReady", () => timerExpiry.start());
  app.addHook("onClose", async () => timerExpiry.stop());
  route(app, "post", "/boards/:id/timers", {
    tags,
    summary: "Start the timer; the starter becomes facilitator when there is none",
    params: boardParams,
    body: startTimerBody,
    answer: { 200: timerResponse },
    refusals: [403, 404, 422],
    handler: async (request) =>
      toTimerResponse(await startTimer(callOf(deps, request), request.body.count_time)),
  });
  route(app, "put", "/boards/:id/timers", {
    tags,
    summary: "Another time, pause, or play",
    params: boardParams,
    body: changeTimerBody,
    answer: { 200: timerResponse },
    refusals: [403, 404, 422],
    handler: async (request) => toTimerResponse(await changeTimer(callOf(deps, request), request.body)),
  });
  route(app, "delete", "/boards/:id/timers", {
    tags,
    summary: "Stop the timer; without an option set the seat is cleared too",
    params: boardParams,
    answer: { 200: timerResponse },
    refusals: [403, 404],
    handler: async (request) => toTimerResponse(await stopTimer(callOf(deps, request))),
  });
  route(app, "post", "/boards/:id/facilitators", {
    tags,
    summary: "Take the facilitator's seat",
    params: boardParams,
    answer: { 200: seatResponse },
    refusals: [404, 409],
    handler: async (request) => toSeatResponse(await takeSeat(callOf(deps, request))),
  });
  route(app, "delete", "/boards/:id/facilitators", {
    tags,
    summary: "Leave the seat; without a meeting, options and timer are cleared",
    params: boardParams,
    answer: { 200: seatResponse },
    refusals: [403, 404],
    handler: async (request) => toSeatResponse(await leaveSeat(callOf(deps, request))),
  });
  route(app, "put", "/boards/:id/facilitators", {
    tags,
    summary: "Set one option",
    params: boardParams,
    body: setOptionBody,
    answer: { 200: seatResponse },
    refusals: [403, 404, 422],
    handler: async (request) => toSeatResponse(await setOption(callOf(deps, request), request.body)),
  });
  meetingRoutes(app, deps);
};
