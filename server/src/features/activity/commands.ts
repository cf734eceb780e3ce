import { randomUUID } from "node:crypto";
import type { User } from "@retro/contract/entities";
import type { Deps } from "../../deps.ts";
import { fieldError } from "../../http/app-error.ts";
import { boardReference, isBoardId } from "../../http/board-reference.ts";
import { builtInTemplates } from "../templates/catalogue.ts";
import { logEvents } from "./log-events.ts";
import { insertLog, saveLogEvents } from "./store.ts";

const byId = new Map(logEvents.map((event) => [event.id, event]));
const templateKeys = new Set(builtInTemplates.map(({ key }) => key));

/**
 * Notes a click: the user, the event, the time, and the object. The object is a built-in template's key or a board's id,
 * stored as a reference; any other text is refused. Without one, the event's own object is stored.
 * @throws AppError 422 on `event` or `object`
 */
export async function recordEvent(
  deps: Deps,
  user: User,
  { event, object }: { event: number; object?: string | null | undefined },
): Promise<void> {
  const known = byId.get(event);
  if (known === undefined) throw fieldError("event", "validation.invalid");
  const about = object ?? "";
  if (about !== "" && !templateKeys.has(about) && !isBoardId(about))
    throw fieldError("object", "validation.invalid");
  const stored = templateKeys.has(about) ? about : boardReference(about);
  const row = {
    id: randomUUID(),
    event_id: event,
    user_id: user.id,
    name: user.name,
    function: known.function,
    object: about === "" ? known.object : stored,
    created_at: deps.clock(),
  };
  await insertLog(deps.store.db, row, known.title);
}

/** Writes the catalogue of events as the code has it. */
export async function seedLogEvents(deps: Pick<Deps, "store">): Promise<void> {
  await saveLogEvents(deps.store.db, logEvents);
}
