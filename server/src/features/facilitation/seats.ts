import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { channels } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import type { Deps } from "../../deps.ts";
import { AbsenceChecks } from "./absence-checks.ts";

const maxRemembered = 100_000;
const sendEveryMs = 15_000;

declare module "fastify" {
  interface FastifyInstance {
    seats: Seats;
  }
}

/** A request about a board counts as presence: a blocked websocket does not cost the role [S2]. */
export function trackSeats(app: FastifyInstance, deps: Deps): Seats {
  const seats = new Seats(deps);
  app.decorate("seats", seats);
  app.addHook("onResponse", (request, reply, done) => {
    if (request.user !== null && reply.statusCode !== 404 && isAboutBoard(request.routeOptions.url))
      seats.recordSeen((request.params as { id: string }).id, request.user.id);
    done();
  });
  app.addHook("onClose", async () => seats.stop());
  return seats;
}

/** True for the routes of one board, the exports included. */
function isAboutBoard(route: string | undefined): boolean {
  return (
    route !== undefined && (route.startsWith("/api/v1/boards/:id") || route.startsWith("/web/boards/:id"))
  );
}

/** Away: two minutes without a websocket and without a request, on any node. In doubt present [S2]. */
export class Seats {
  readonly #deps: Deps;
  readonly #absence: AbsenceChecks | null;
  readonly #stopListening: () => void;
  readonly #seen = new Map<string, number>();
  #othersSeenBefore: number;
  /** Until when the other nodes count a user as present. */
  readonly #told = new LRUCache<string, number>({ maxSize: maxRemembered, sizeCalculation: () => 1 });

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
    this.#stopListening = deps.presence.onPresence(({ channel, userId, present, at }) => {
      this.#note(`${channel} ${userId}`);
      if (!present) deps.presence.recordSeen(channel, userId, at);
    });
    // This node has missed messages. Another node may have seen these users meanwhile.
    deps.nodes.onMissed(() => (this.#othersSeenBefore = deps.clock()));
  }

  stop(): void {
    this.#stopListening();
    this.#absence?.stop();
  }

  recordSeen(boardId: string, userId: string): void {
    const channel = channels.presence(boardId);
    const key = `${channel} ${userId}`;
    this.#note(key);
    const now = this.#deps.clock();
    if (now >= (this.#told.get(key) ?? 0)) {
      // The other nodes count the user as present until this node's next message.
      this.#told.set(key, now + sendEveryMs);
      this.#deps.presence.recordSeen(channel, userId, now + sendEveryMs);
    }
    this.#absence?.endObservation(boardId, userId);
  }

  async isAway(boardId: string, userId: string): Promise<boolean> {
    const lastSeen = this.#seen.get(`${channels.presence(boardId)} ${userId}`) ?? this.#othersSeenBefore;
    if (this.#deps.clock() - lastSeen < limits.seatEmptyMs) return false;
    try {
      if (await this.#isPresent(boardId, userId)) {
        this.recordSeen(boardId, userId);
        return false;
      }
      const elsewhere = await this.#deps.presence.lastSeen(channels.presence(boardId), userId);
      if (elsewhere !== null && this.#deps.clock() - elsewhere < limits.seatEmptyMs) return false;
    } catch (error) {
      this.#deps.log.warn(
        { err: error, board: boardId },
        "who is present could not be learnt; the facilitator's seat counts as held",
      );
      return false;
    }
    // The built-in endpoint reports every leave: `lastSeen` is exact. The hosted provider reports none.
    return this.#absence === null || this.#absence.isLongAbsent(boardId, userId);
  }

  /** Everybody with a websocket, or with a request within the last two minutes, on any node [Q6]. */
  async usersOn(boardId: string): Promise<string[]> {
    const channel = channels.presence(boardId);
    const since = this.#deps.clock() - limits.seatEmptyMs;
    const users = new Set<string>();
    for (const [key, at] of this.#seen)
      if (at > since && key.startsWith(`${channel} `)) users.add(key.slice(channel.length + 1));
    try {
      for (const userId of await this.#deps.presence.members(channel)) users.add(userId);
      for (const userId of await this.#deps.presence.seenElsewhere(channel, since)) users.add(userId);
    } catch (error) {
      this.#deps.log.warn(
        { err: error, board: boardId },
        "who is present could not be learnt; a question is asked to those whose requests this server has had",
      );
    }
    return [...users];
  }

  async #isPresent(boardId: string, userId: string): Promise<boolean> {
    return (await this.#deps.presence.members(channels.presence(boardId))).includes(userId);
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
