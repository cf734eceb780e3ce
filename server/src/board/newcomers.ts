import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { channels } from "@retro/contract/events";
import type { Deps } from "../deps.ts";
import { AppError } from "../http/app-error.ts";
import { userOf } from "../http/session.ts";
import { heavyBoardItems } from "../limits/table.ts";

const retrySeconds = 3;
/** How long a reader without a websocket counts as being on the board. A browser that polls reads more often. */
const recentMs = 600_000;
const maxReaders = 50_000;

/**
 * While the server is overloaded, only users who are on the board may read it again: a live retro goes on, and users who
 * open a board wait. A user is on the board when their websocket is, or when they read the board recently; the latter
 * counts for boards of ordinary size only, so that repeated reads of large boards are refused. After `requireUser`.
 * @throws AppError 503 `busy`
 */
export function refuseNewcomers({ limits, broadcaster, log }: Deps) {
  // `max` would reserve memory for all of them at the start, which takes longer than everything else.
  const readers = new LRUCache<string, true>({
    maxSize: maxReaders,
    sizeCalculation: () => 1,
    ttl: recentMs,
  });
  return async (request: FastifyRequest): Promise<void> => {
    const { id } = request.params as { id: string };
    const reader = `${userOf(request).id} ${id}`;
    if (limits.load.level === 0) {
      readers.set(reader, true);
      return;
    }
    if (readers.has(reader) && limits.boardSize(id) <= heavyBoardItems) return;
    const present = await broadcaster.members(channels.presence(id)).catch((error: unknown): string[] => {
      log.warn({ err: error, board: id }, "who is present could not be learnt; nobody counts as present");
      return [];
    });
    if (!present.includes(userOf(request).id)) throw new AppError(503, "busy", { retryAfter: retrySeconds });
  };
}
