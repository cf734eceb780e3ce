import type { FastifyBaseLogger } from "fastify";

export interface RefusedLine {
  method: string;
  path: string;
  status: number;
  ms: number;
}

const linesPerWindow = 5;
const windowMs = 10_000;

/** The first few of each kind in ten seconds get a line each, all others share one. */
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

  flush(): void {
    for (const { line, route, count } of this.#counts.values())
      if (count > linesPerWindow)
        this.#log.info({ ...line, route, more: count - linesPerWindow }, "refused more of the same");
    this.#counts.clear();
  }
}
