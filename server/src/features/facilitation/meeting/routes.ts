import * as z from "zod";
import {
  changeMeeting as changeMeetingBody,
  offeredMeeting,
  startMeeting as startMeetingBody,
} from "@retro/contract/facilitation/meeting";
import { id } from "@retro/contract/ids";
import { boardReview, spaceActionsQuery } from "@retro/contract/spaces/space-actions";
import type { FeatureApp } from "../../../deps.ts";
import { dataOf } from "../../../http/openapi.ts";
import { route } from "../../../http/route.ts";
import { userOf } from "../../../http/session/session.ts";
import { callOf } from "../../../board/turn/caller.ts";
import type { FacilitationDeps } from "../commands.ts";
import { seatResponse, toSeatResponse } from "../seat-response.ts";
import { changeMeeting, endMeeting, readOffer, startMeeting } from "./commands.ts";
import { readReview } from "./review.ts";
import { prices } from "../../../limits/budgets.ts";

const tags = ["meeting"];
const boardParams = z.object({ id });

/** A led meeting: start it, go to a step, end it [F1 to F3]. */
export function meetingRoutes(app: FeatureApp, deps: FacilitationDeps): void {
  route(app, "post", "/boards/:id/meeting", {
    tags,
    summary: "Start a led meeting; the starter becomes facilitator when there is none",
    params: boardParams,
    body: startMeetingBody,
    answer: { 200: seatResponse },
    refusals: [403, 404, 409, 422],
    handler: async (request) => toSeatResponse(await startMeeting(callOf(deps, request), request.body.steps)),
  });
  route(app, "get", "/boards/:id/meeting", {
    tags,
    summary: "The steps that a meeting on the board begins with",
    params: boardParams,
    answer: { 200: dataOf(offeredMeeting) },
    refusals: [403, 404],
    handler: async (request) => ({ data: await readOffer(deps, request.params.id, userOf(request).id) }),
  });
  route(app, "put", "/boards/:id/meeting", {
    tags,
    summary:
      "Go to a step or a topic, put back what the last one replaced, replace the steps, or show or hide the review",
    params: boardParams,
    body: changeMeetingBody,
    answer: { 200: seatResponse },
    refusals: [403, 404, 409, 422],
    handler: async (request) => toSeatResponse(await changeMeeting(callOf(deps, request), request.body)),
  });
  route(app, "get", "/boards/:id/review", {
    price: prices.list.points,
    tags,
    summary: "A page of the review that the facilitator shows to everybody on the board",
    params: boardParams,
    querystring: spaceActionsQuery,
    answer: { 200: dataOf(boardReview) },
    refusals: [403, 404, 422, 429],
    handler: async (request) => {
      const { params, query } = request;
      return { data: await readReview(deps, params.id, userOf(request).id, query.after) };
    },
  });
  route(app, "delete", "/boards/:id/meeting", {
    tags,
    summary: "End the meeting",
    params: boardParams,
    answer: { 200: seatResponse },
    refusals: [403, 404],
    handler: async (request) => toSeatResponse(await endMeeting(callOf(deps, request))),
  });
}
