import type { FastifyRequest } from "fastify";
import { channels } from "@retro/contract/events";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/app-error.ts";
import { userOf } from "../../http/session.ts";

const retrySeconds = 3;

/**
 * While the server is overloaded, only users who are on the board may read it again: a live retro goes on, whoever
 * opens a board waits. After `requireUser`.
 * @throws AppError 503 `busy`
 */
export function refuseNewcomers({ limits, broadcaster, log }: Deps) {
  return async (request: FastifyRequest): Promise<void> => {
    if (limits.load.level === 0) return;
    const { id } = request.params as { id: string };
    const present = await broadcaster.members(channels.presence(id)).catch((error: unknown): string[] => {
      log.warn({ err: error, board: id }, "who is present could not be learnt; nobody counts as present");
      return [];
    });
    if (!present.includes(userOf(request).id)) throw new AppError(503, "busy", { retryAfter: retrySeconds });
  };
}
