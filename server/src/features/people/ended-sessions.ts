import type { Deps } from "../../deps.ts";
import { hasEnded } from "../../http/session/session.ts";
import { findSessions } from "./store.ts";

/** A connection of an ended session is closed within three rounds: the first may be late. */
const roundMs = 10_000;
const sessionsPerQuery = 500;

/** Sessions that ended elsewhere are found within 10 s, in small queries by primary key. */
export class EndedSessionMonitor {
  readonly #deps: Pick<Deps, "sockets" | "clock" | "log" | "database">;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #sessionsToCheck: string[] = [];

  constructor(deps: Pick<Deps, "sockets" | "clock" | "log" | "database">) {
    this.#deps = deps;
  }

  start(): void {
    const queries = Math.ceil(this.#deps.sockets.connectedSessions().length / sessionsPerQuery);
    const again = () => this.#stopped || this.start();
    this.#timer = setTimeout(() => void this.check().finally(again), roundMs / Math.max(1, queries));
    this.#timer.unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async check(): Promise<void> {
    const { sockets, clock, log, database } = this.#deps;
    if (this.#sessionsToCheck.length === 0) this.#sessionsToCheck = sockets.connectedSessions();
    const asked = this.#sessionsToCheck.splice(0, sessionsPerQuery);
    if (asked.length === 0) return;
    try {
      const sessions = await findSessions(database.db, asked);
      const live = new Set(sessions.filter((each) => !hasEnded(each, clock())).map(({ id }) => id));
      for (const id of asked) if (!live.has(id)) sockets.disconnectSession(id);
    } catch (error) {
      log.warn(
        { err: error },
        "the database did not say which sessions of open websockets have ended; asking again in 10 s at most",
      );
    }
  }
}
