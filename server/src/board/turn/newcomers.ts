import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { channels } from "@retro/contract/events";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import { userOf } from "../../http/session/session.ts";
import { heavyBoardItems } from "../../limits/table.ts";

const retrySeconds = 3;
/** How long a reader without a websocket counts as present. A browser that polls reads more often. */
const recentMs = 600_000;
const maxReaders = 50_000;

/** While the server is overloaded, only users who are on the board may read it. */
export function refuseNewcomers({ rateLimiter, presence, log }: Deps) {
  // Not `max`: it reserves memory for all entries at the start, which is slow.
  const readers = new LRUCache<string, true>({
    maxSize: maxReaders,
    sizeCalculation: () => 1,
    ttl: recentMs,
  });
  return async (request: FastifyRequest): Promise<void> => {
    const { id } = request.params as { id: string };
    const reader = `${userOf(request).id} ${id}`;
    if (rateLimiter.load.level === 0) {
      readers.set(reader, true);
      return;
    }
    if (readers.has(reader) && rateLimiter.boardSize(id) <= heavyBoardItems) return;
    const present = await presence.members(channels.presence(id)).catch((error: unknown): string[] => {
      log.warn({ err: error, board: id }, "who is present could not be learnt; nobody counts as present");
      return [];
    });
    if (!present.includes(userOf(request).id)) throw new AppError(503, "busy", { retryAfter: retrySeconds });
  };
}
