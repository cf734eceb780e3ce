import { createHmac } from "node:crypto";
import type { SessionRow } from "@retro/contract/lists";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";
import { deriveKey } from "../../http/session/secrets.ts";
import { hasEnded } from "../../http/session/session.ts";
import type { Session } from "../../http/session/session.ts";
import { revokeSession } from "../people/commands.ts";
import { listSessions } from "./store.ts";

function publicSessionId({ settings }: Pick<Deps, "settings">, id: string): string {
  return createHmac("sha256", deriveKey(settings.appSecret, "session-id"))
    .update(id)
    .digest("hex")
    .slice(0, 32);
}

export async function listOwnSessions(deps: Deps, current: Session): Promise<SessionRow[]> {
  const rows = await listSessions(deps.database.db, current.userId);
  const now = deps.clock();
  const open = rows.filter(
    ({ id, last_used_at, ends_at }) =>
      !hasEnded({ id, userId: current.userId, lastUsedAt: last_used_at, endsAt: ends_at }, now),
  );
  return open.map(({ id, address, user_agent, created_at, last_used_at }) => ({
    id: publicSessionId(deps, id),
    current: id === current.id,
    address,
    user_agent,
    created_at: new Date(created_at).toISOString(),
    last_used_at: new Date(last_used_at).toISOString(),
  }));
}

/**
 * Ends one of the caller's sessions; `current`: whether it was the session of the request.
 * @throws AppError 404 for any other id
 */
export async function endOwnSession(deps: Deps, current: Session, id: string): Promise<{ current: boolean }> {
  const rows = await listSessions(deps.database.db, current.userId);
  const row = rows.find((each) => publicSessionId(deps, each.id) === id);
  if (row === undefined) throw notFound();
  await revokeSession(deps, { id: row.id, userId: current.userId });
  return { current: row.id === current.id };
}
