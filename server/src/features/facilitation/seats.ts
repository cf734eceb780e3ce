import type { FastifyInstance } from "fastify";
import { channels } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import type { Deps } from "../../deps.ts";
import { AbsenceChecks } from "./absence-checks.ts";

/** Users and boards within two minutes; 10 MB at most. */
const maxRemembered = 100_000;

declare module "fastify" {
  interface FastifyInstance {
    /** Knows which facilitators are there. */
    seats: Seats;
  }
}

/**
 * Makes `app.seats`. Every request about a board, by a user with a session, counts as that user's presence there: a
 * facilitator whose websocket is blocked keeps the role [S2].
 */
export function trackSeats(app: FastifyInstance, deps: Deps): void {
  const seats = new Seats(deps);
  app.decorate("seats", seats);
  app.addHook("onResponse", (request, reply, done) => {
    if (request.user !== null && reply.statusCode !== 404 && isAboutBoard(request.routeOptions.url))
      seats.noteSeen((request.params as { id: string }).id, request.user.id);
    done();
  });
  app.addHook("onClose", async () => seats.stop());
}

/** True for the routes of one board, the exports included. */
function isAboutBoard(route: string | undefined): boolean {
  return (
    route !== undefined && (route.startsWith("/api/v1/boards/:id") || route.startsWith("/web/boards/:id"))
  );
}

/**
 * Knows how long a facilitator has been away from a board: without a websocket on it and without a request about it
 * [S2]. Kept in memory: after a restart everybody counts as seen at the start. In doubt a facilitator counts as present.
 */
export class Seats {
  readonly #deps: Deps;
  readonly #absence: AbsenceChecks | null;
  readonly #stopListening: () => void;
  /** When a user was last seen on a board, oldest first, for the last two minutes. */
  readonly #seen = new Map<string, number>();
  /** A user who is not in `#seen` was last seen then or earlier. */
  #othersSeenBefore: number;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#othersSeenBefore = deps.clock();
    this.#absence =
      deps.settings.pusher === null
        ? null
        : new AbsenceChecks({
            clock: deps.clock,
            isPresent: (boardId, userId) => this.#isPresent(boardId, userId),
          });
    this.#stopListening = deps.broadcaster.onPresence(({ channel, userId }) =>
      this.#note(`${channel} ${userId}`),
    );
  }

  stop(): void {
    this.#stopListening();
    this.#absence?.stop();
  }

  /** The user has just been seen on this board. */
  noteSeen(boardId: string, userId: string): void {
    this.#note(`${channels.presence(boardId)} ${userId}`);
    this.#absence?.endObservation(boardId, userId);
  }

  /** Has this user been away from the board for two minutes? */
  async isAway(boardId: string, userId: string): Promise<boolean> {
    const lastSeen = this.#seen.get(`${channels.presence(boardId)} ${userId}`) ?? this.#othersSeenBefore;
    if (this.#deps.clock() - lastSeen < limits.seatEmptyMs) return false;
    try {
      if (await this.#isPresent(boardId, userId)) {
        this.noteSeen(boardId, userId);
        return false;
      }
    } catch (error) {
      this.#deps.log.warn(
        { err: error, board: boardId },
        "who is present could not be learnt; the facilitator's seat counts as held",
      );
      return false;
    }
    // The built-in endpoint reports every leave, so that `lastSeen` is exact. The hosted provider does not.
    return this.#absence === null || this.#absence.isLongAbsent(boardId, userId);
  }

  async #isPresent(boardId: string, userId: string): Promise<boolean> {
    return (await this.#deps.broadcaster.members(channels.presence(boardId))).includes(userId);
  }

  #note(key: string): void {
    const now = this.#deps.clock();
    this.#seen.delete(key);
    this.#seen.set(key, now);
    for (const [oldest, at] of this.#seen) {
      const isOld = now - at >= limits.seatEmptyMs;
      if (!isOld && this.#seen.size <= maxRemembered) return;
      this.#seen.delete(oldest);
      this.#othersSeenBefore = Math.max(this.#othersSeenBefore, at);
    }
  }
}
