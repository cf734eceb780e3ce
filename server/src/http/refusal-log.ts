import type { FastifyBaseLogger } from "fastify";

export interface RefusedLine {
  method: string;
  path: string;
  status: number;
  ms: number;
}

/** Single lines per kind of refusal in a window; the rest of the window becomes one line. */
const linesPerWindow = 5;
const windowMs = 10_000;

/**
 * Logs refused requests without growing with them: of each kind (method, route, status) the first few in ten seconds
 * get a line each, all others are counted and get one line together.
 */
export class RefusalLog {
  readonly #log: FastifyBaseLogger;
  readonly #clock: () => number;
  readonly #counts = new Map<
    string,
    { line: Omit<RefusedLine, "path" | "ms">; route: string; count: number }
  >();
  #startedAt = 0;

  constructor(log: FastifyBaseLogger, clock: () => number) {
    this.#log = log;
    this.#clock = clock;
  }

  /** @param route the route's pattern, a bounded set: paths are the visitor's to choose */
  note(line: RefusedLine, route: string): void {
    const now = this.#clock();
    if (now - this.#startedAt >= windowMs) {
      this.flush();
      this.#startedAt = now;
    }
    const { method, status } = line;
    const key = `${method} ${status} ${route}`;
    const kind = this.#counts.get(key);
    if (kind === undefined) this.#counts.set(key, { line: { method, status }, route, count: 1 });
    else kind.count += 1;
    if ((kind?.count ?? 1) <= linesPerWindow) this.#log.info(line, "refused");
  }

  /** Logs what the window has counted beyond its single lines. */
  flush(): void {
    for (const { line, route, count } of this.#counts.values())
      if (count > linesPerWindow)
        this.#log.info({ ...line, route, more: count - linesPerWindow }, "refused more of the same");
    this.#counts.clear();
  }
}
