import type { BoardView } from "@retro/rules/apply-change";
import type { FacilitationCommand } from "@retro/rules/predict";
import { openRoundOf } from "@retro/rules/rounds";
import { type CommandRequest, type CommandSpecs, type LateCommandDecision, maxAge } from "./commandSpec.ts";

const moment = { maxAge: maxAge.moment };

/** Carried out twice, it would also delete what other users made since. */
const clear = { ...moment, concernsAll: true } as const;

export const facilitationCommands: CommandSpecs<FacilitationCommand["type"]> = {
  "timer.start": {
    ...moment,
    request: ({ count_time, at }) => ({
      method: "POST",
      path: "/timers",
      body: { count_time, start_time: at },
    }),
  },
  "timer.edit": {
    ...moment,
    request: ({ count_time }) => ({ method: "PUT", path: "/timers", body: { count_time } }),
  },
  "timer.pause": {
    ...moment,
    request: ({ at, seconds }) => ({
      method: "PUT",
      path: "/timers",
      body: { pause_time: at, count_pause_time: seconds },
    }),
  },
  "timer.play": {
    ...moment,
    request: ({ at }) => ({ method: "PUT", path: "/timers", body: { start_time: at } }),
  },
  "timer.stop": { ...moment, request: () => ({ method: "DELETE", path: "/timers" }) },
  "option.set": {
    ...moment,
    request: ({ option, value }) => ({ method: "PUT", path: "/facilitators", body: { option, value } }),
  },
  "meeting.start": { ...moment, request: ({ steps }) => meetingRequest("POST", { steps }) },
  "meeting.step": {
    ...moment,
    request: ({ step, from, hideContent }) => meetingRequest("PUT", { step, from, hideContent }),
  },
  "meeting.topic": {
    ...moment,
    request: ({ topic, from }) => meetingRequest("PUT", { topic, from_topic: from }),
  },
  "meeting.undo": { ...moment, request: () => meetingRequest("PUT", { undo: true }) },
  "meeting.steps": { ...moment, request: ({ steps }) => meetingRequest("PUT", { steps }) },
  "meeting.end": { ...moment, request: () => meetingRequest("DELETE") },
  // `type` is no field of the body; the schema drops it.
  "round.open": {
    ...clear,
    request: (body) => ({ method: "POST", path: "/rounds", body }),
    late: ({ view, from }, { name }) => {
      const open = openRoundOf(view.facilitation);
      return unlessCleared(
        view,
        from,
        open !== null && (open.name ?? "") === (name ?? "") && hasNoVotes(view),
      );
    },
  },
  "round.close": {
    ...clear,
    request: () => ({ method: "DELETE", path: "/rounds" }),
    late: ({ view, from }) =>
      unlessCleared(view, from, openRoundOf(view.facilitation) === null && hasNoVotes(view)),
  },
  "seat.take": { ...moment, request: () => ({ method: "POST", path: "/facilitators" }) },
  "seat.leave": { ...moment, request: () => ({ method: "DELETE", path: "/facilitators" }) },
  "votes.reset": {
    ...clear,
    request: () => ({ method: "PUT", path: "/reset-votes" }),
    late: ({ view, from }) => unlessCleared(view, from, hasNoVotes(view)),
  },
  "stickers.delete": {
    ...clear,
    request: () => ({ method: "PUT", path: "/delete-cards" }),
    late: ({ view, from }) => unlessCleared(view, from, stickersOf(view).length === 0),
  },
};

function meetingRequest(method: CommandRequest["method"], body?: object): CommandRequest {
  return { method, path: "/meeting", ...(body && { body }) };
}

function stickersOf(view: BoardView) {
  return [...view.items.values()].filter((item) => item.kind === "sticker");
}

function hasNoVotes(view: BoardView): boolean {
  return view.votedIds.size === 0 && stickersOf(view).every(({ votes }) => votes === 0);
}

function unlessCleared(view: BoardView, from: number | null, isCleared: boolean): LateCommandDecision {
  if (isCleared) return "done";
  return view.version === from ? "send" : "moot";
}
