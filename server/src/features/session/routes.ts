import * as z from "zod/mini";
import { changeMeta } from "@retro/contract/changes";
import {
  changeTimer as changeTimerBody,
  setOption as setOptionBody,
  startTimer as startTimerBody,
} from "@retro/contract/commands";
import { id, sessionState, timer } from "@retro/contract/entities";
import type { Feature } from "../../deps.ts";
import { answers } from "../../http/docs.ts";
import { callerOf } from "../boards/caller.ts";
import {
  changeTimer,
  leaveSeat,
  type SessionDeps,
  type SessionDone,
  setOption,
  startTimer,
  stopTimer,
  takeSeat,
} from "./commands.ts";
import { SettlingClock } from "./settling.ts";

const boardParams = z.object({ id });
const seatAnswer = z.object({
  data: z.object({ ...sessionState.shape, serverTime: z.number() }),
  meta: changeMeta,
});
const { facilitator_id, facilitator_options } = sessionState.shape;
const timerAnswer = z.object({
  data: z.object({ ...timer.shape, facilitator_id, facilitator_options, serverTime: z.number() }),
  meta: changeMeta,
});

function asSeat({ session, meta, now }: SessionDone) {
  return { data: { ...session, serverTime: now }, meta };
}

function asTimer({ session, meta, now }: SessionDone) {
  const { timer: value, ...seat } = session;
  return { data: { ...value, ...seat, serverTime: now }, meta };
}

/** The facilitator's seat, options and timer. */
export const session: Feature = (app, plain) => {
  const settling = new SettlingClock(plain);
  const deps: SessionDeps = { ...plain, seats: app.seats, settling };
  app.addHook("onReady", () => settling.start());
  app.addHook("onClose", async () => settling.stop());
  const tags = ["session"];
  app.post(
    "/boards/:id/timers",
    {
      preHandler: app.requireUser,
      schema: {
        tags,
        summary: "Start the timer; the starter becomes facilitator when there is none",
        params: boardParams,
        body: startTimerBody,
        response: answers({ 200: timerAnswer }, 401, 403, 404, 422),
      },
    },
    async (request) =>
      asTimer(await startTimer(deps, request.params.id, callerOf(request), request.body.count_time)),
  );
  app.put(
    "/boards/:id/timers",
    {
      preHandler: app.requireUser,
      schema: {
        tags,
        summary: "Another time, pause, or play",
        params: boardParams,
        body: changeTimerBody,
        response: answers({ 200: timerAnswer }, 401, 403, 404, 422),
      },
    },
    async (request) => asTimer(await changeTimer(deps, request.params.id, callerOf(request), request.body)),
  );
  app.delete(
    "/boards/:id/timers",
    {
      preHandler: app.requireUser,
      schema: {
        tags,
        summary: "Stop the timer; without an option set the seat is cleared too",
        params: boardParams,
        response: answers({ 200: timerAnswer }, 401, 403, 404),
      },
    },
    async (request) => asTimer(await stopTimer(deps, request.params.id, callerOf(request))),
  );
  app.post(
    "/boards/:id/facilitators",
    {
      preHandler: app.requireUser,
      schema: {
        tags,
        summary: "Take the facilitator's seat",
        params: boardParams,
        response: answers({ 200: seatAnswer }, 401, 404, 409),
      },
    },
    async (request) => asSeat(await takeSeat(deps, request.params.id, callerOf(request))),
  );
  app.delete(
    "/boards/:id/facilitators",
    {
      preHandler: app.requireUser,
      schema: {
        tags,
        summary: "Leave the seat; options and timer are cleared",
        params: boardParams,
        response: answers({ 200: seatAnswer }, 401, 403, 404),
      },
    },
    async (request) => asSeat(await leaveSeat(deps, request.params.id, callerOf(request))),
  );
  app.put(
    "/boards/:id/facilitators",
    {
      preHandler: app.requireUser,
      schema: {
        tags,
        summary: "Set one option",
        params: boardParams,
        body: setOptionBody,
        response: answers({ 200: seatAnswer }, 401, 403, 404, 422),
      },
    },
    async (request) => asSeat(await setOption(deps, request.params.id, callerOf(request), request.body)),
  );
};
