import type { FastifyInstance } from "fastify";
import { findMembership, recordMember } from "../../board/turn/custody-store.ts";
import type { Deps } from "../../deps.ts";
import { sha256 } from "../../http/session/secrets.ts";
import { findSpace } from "./store.ts";

type Needs = Pick<Deps, "database" | "clock" | "log">;

/** Whoever calls with the key of a space has it from then on: M5 asks who had it before a passphrase was set. */
export function trackMembers(app: FastifyInstance, deps: Needs): void {
  app.addHook("onRoute", (route) => {
    if (!route.url.startsWith("/api/v1/spaces/:key")) return;
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      async (request) => {
        const { key } = request.params as { key: string };
        if (request.user !== null) await ensureMember(deps, key, request.user.id);
      },
    ];
  });
}

/** A database that cannot write, because its disk is full for example, still shows spaces. */
export async function ensureMember(
  { database, clock, log }: Needs,
  key: string,
  userId: string,
): Promise<void> {
  const { db } = database;
  const keyHash = sha256(key);
  const space = await findSpace(db, keyHash);
  if (space === undefined || (await findMembership(db, space.id, userId))?.hasPresentKey) return;
  await recordMember(db, { spaceId: space.id, userId, keyHash }, clock()).catch((error: unknown) =>
    log.warn({ err: error }, "a member of a space could not be recorded; the next call with its key does it"),
  );
}
