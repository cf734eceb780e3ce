import type { FastifyBaseLogger } from "fastify";
import { outsideRequests } from "./request-id.ts";

export interface RefusedLine {
  status: number;
  method?: string;
  path?: string;
  ms?: number;
  /** Why it cannot be read, as Node names it: the rest is unknown then. */
  reason?: string;
}

/** Anybody can cause a 4xx. A failure of the server has its line, so that its id leads somewhere. */
const linesPerWindow = (status: number): number => (status >= 500 ? 1_000 : 5);
const windowMs = 10_000;

/** The first of each kind in ten seconds get a line each, all others share one. */
export class RefusalLog {
  readonly #log: FastifyBaseLogger;
  readonly #clock: () => number;
  readonly #counts = new Map<
    string,
    { line: Pick<RefusedLine, "method" | "status">; route: string; count: number }
  >();
  #startedAt = 0;

  constructor(log: FastifyBaseLogger, clock: () => number) {
    this.#log = log;
    this.#clock = clock;
  }

  note(line: RefusedLine, route: string): void {
    const now = this.#clock();
    if (now - this.#startedAt >= windowMs) {
      this.flush();
      this.#startedAt = now;
    }
    const { method, status } = line;
    const key = `${method} ${status} ${route}`;
    const kind = this.#counts.get(key);
    if (kind === undefined)
      this.#counts.set(key, { line: { ...(method && { method }), status }, route, count: 1 });
    else kind.count += 1;
    if ((kind?.count ?? 1) <= linesPerWindow(status)) this.#log.info(line, "refused");
  }

  flush(): void {
    outsideRequests(() => {
      for (const { line, route, count } of this.#counts.values()) {
        const more = count - linesPerWindow(line.status);
        if (more > 0) this.#log.info({ ...line, route, more }, "refused more of the same");
      }
    });
    this.#counts.clear();
  }
}
