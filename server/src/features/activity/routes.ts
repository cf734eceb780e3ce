import { createLog } from "@retro/contract/visitor-forms";
import { logEventRow, logRow } from "@retro/contract/lists";
import type { Feature } from "../../deps.ts";
import { answerNothing, nothing } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { withCost } from "../../http/limits/request-limits.ts";
import { userOf } from "../../http/session/session.ts";
import { registerAdminList } from "../admin/list-route.ts";
import { recordEvent, seedLogEvents } from "./commands.ts";
import { eventSortNames, listLogEvents, listLogs, logSortNames } from "./store.ts";

export const activity: Feature = async (app, deps) => {
  await seedLogEvents(deps);

  route(app, "post", "/logger", {
    config: withCost("activity"),
    tags: ["activity"],
    summary: "Note a click, 100 to 106; `object` is a built-in template's key or a board's id",
    body: createLog,
    answer: { 200: nothing },
    refusals: [422, 429],
    handler: (request) => answerNothing(recordEvent(deps, userOf(request), request.body)),
  });

  registerAdminList(app, deps, {
    path: "/logger/events",
    tag: "activity",
    summary: "What is logged",
    row: logEventRow,
    sorts: eventSortNames,
    read: listLogEvents,
  });
  registerAdminList(app, deps, {
    path: "/logger",
    tag: "activity",
    summary: "What was logged, the latest first",
    row: logRow,
    sorts: logSortNames,
    read: listLogs,
  });
};
