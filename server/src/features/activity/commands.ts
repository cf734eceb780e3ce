import { randomUUID } from "node:crypto";
import type { User } from "@retro/contract/entities";
import type { Deps } from "../../deps.ts";
import { fieldError } from "../../http/errors/app-error.ts";
import { boardReference, isBoardId } from "../../http/board-reference.ts";
import { builtInTemplates } from "../templates/catalogue.ts";
import { logEvents } from "./log-events.ts";
import { insertLog, saveLogEvents } from "./store.ts";

const byId = new Map(logEvents.map((event) => [event.id, event]));
const templateKeys = new Set(builtInTemplates.map(({ key }) => key));

/**
 * Stores a click (P4; spec 7.6). `object`: a built-in template's key, or a board's id.
 * @throws AppError 422 on `event` or `object`
 */
export async function recordEvent(
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
