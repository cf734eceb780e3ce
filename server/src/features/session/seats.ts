import { channels } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import type { Deps } from "../../deps.ts";

const remembered = 20_000;

/**
 * Knows how long the holder of a seat has been without a connection [S2]. Kept in memory: after a restart everybody counts
 * as seen at the start, so that a restart empties no seat early. It fails towards "still there": a holder is gone only when that is certain.
 */
export class Seats {
  readonly #deps: Deps;
  readonly #since: number;
  readonly #seen = new Map<string, number>();
  readonly #missed = new Set<string>();
  readonly stop: () => void;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#since = deps.clock();
    this.stop = deps.broadcaster.onPresence(({ channel, userId }) => this.#note(`${channel} ${userId}`));
  }

  /** The user has just been heard of on this board, over HTTP: counts as a connection for those whom no presence is reported of. */
  noteSeen(boardId: string, userId: string): void {
    this.#note(`${channels.presence(boardId)} ${userId}`);
  }

  #note(key: string): void {
    this.#missed.delete(key);
    this.#seen.delete(key);
    this.#seen.set(key, this.#deps.clock());
    if (this.#seen.size > remembered) this.#seen.delete(this.#seen.keys().next().value as string);
  }

  /** Has this user had no connection to the board for two minutes? */
  async isGone(boardId: string, userId: string): Promise<boolean> {
    const channel = channels.presence(boardId);
    const lastSeen = this.#seen.get(`${channel} ${userId}`) ?? this.#since;
    if (this.#deps.clock() - lastSeen < limits.seatEmptyMs) return false;
    try {
      const there = (await this.#deps.broadcaster.members(channel)).includes(userId);
      // The hosted provider reports no leaving: there the two minutes run from the first time somebody finds the holder gone.
      const firstMissed =
        !there && this.#deps.settings.pusher !== null && !this.#missed.has(`${channel} ${userId}`);
      if (there || firstMissed) this.#note(`${channel} ${userId}`);
      if (firstMissed) this.#missed.add(`${channel} ${userId}`);
      return !there && !firstMissed;
    } catch (error) {
      this.#deps.log.warn(
        { err: error, board: boardId },
        "who is present could not be learnt; the facilitator's seat counts as held",
      );
      return false;
    }
  }
}
