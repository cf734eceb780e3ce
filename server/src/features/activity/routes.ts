import { createLog } from "@retro/contract/visitor-forms";
import { logEventRow, logRow, type LogEventRow } from "@retro/contract/lists";
import type { Feature, Deps } from "../../deps.ts";
import { answerNothing, nothing } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { registerAdminList } from "../admin/list-route.ts";
import { eventSortNames, listLogEvents, listLogs, logSortNames, insertLog, saveLogEvents } from "./store.ts";
import { randomUUID } from "node:crypto";
import type { User } from "@retro/contract/users";
import { fieldError } from "../../http/errors/app-error.ts";
import { boardReference, isBoardId } from "../../http/board-reference.ts";
import { builtInTemplates } from "../templates/catalogue.ts";

const logEvents: readonly LogEventRow[] = [
  { id: 100, title: "New Board", function: "click", object: "new-board" },
  { id: 101, title: "Save", function: "click", object: "board-save" },
  { id: 102, title: "Cancel", function: "click", object: "board-cancel" },
  { id: 103, title: "Description change", function: "change", object: "board-description" },
  { id: 104, title: "Template select", function: "select", object: "board-template" },
  { id: 105, title: "Terms link", function: "click", object: "terms-of-use" },
  { id: 106, title: "Privacy link", function: "click", object: "privacy-policy" },
];

const byId = new Map(logEvents.map((event) => [event.id, event]));
const templateKeys = new Set(builtInTemplates.map(({ key }) => key));

/**
 * Stores a click (P4; spec 7.6). `object`: a built-in template's key, or a board's id.
 * @throws AppError 422 on `event` or `object`
 */
async function recordEvent(
  deps: Deps,
  user: User,
  { event, object }: { event: number; object?: string | null | undefined },
): Promise<void> {
  const known = byId.get(event);
  if (known === undefined) throw fieldError("event", "validation.invalid");
  const subject = object ?? "";
  if (subject !== "" && !templateKeys.has(subject) && !isBoardId(subject))
    throw fieldError("object", "validation.invalid");
  const stored = templateKeys.has(subject) ? subject : boardReference(subject);
  const row = {
    id: randomUUID(),
    event_id: event,
    user_id: user.id,
    name: user.name,
    function: known.function,
    object: subject === "" ? known.object : stored,
    created_at: deps.clock(),
  };
  await insertLog(deps.database.db, row, known.title);
}

export async function seedLogEvents(deps: Pick<Deps, "database">): Promise<void> {
  await saveLogEvents(deps.database.db, logEvents);
}

export const activity: Feature = async (app, deps) => {
  await seedLogEvents(deps);

  route(app, "post", "/logger", {
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
