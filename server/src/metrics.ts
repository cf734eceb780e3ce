/** A figure of the process that only grows; `/metrics` reports it. Not prom-client, which takes 21 MB of resident memory. */
export class Counter {
  readonly name: string;
  readonly help: string;
  #value = 0;

  /** @param name as Prometheus names counters, with `_total` at the end */
  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  get value(): number {
    return this.#value;
  }

  add(amount = 1): void {
    this.#value += amount;
  }
}

/** Faults that the server survived. Each has a log line beside it; an alert on their growth is worth having. */
export const faultCounters = {
  database: new Counter(
    "retro_database_faults_total",
    "Requests refused with 503 because the database failed",
  ),
  busy: new Counter("retro_busy_total", "Requests refused with 503 because too many were waiting"),
  afterCommit: new Counter(
    "retro_after_commit_failures_total",
    "Work after a commit that failed; the change itself is saved",
  ),
  rejections: new Counter("retro_unhandled_rejections_total", "Rejected promises that no code handled"),
  exceptions: new Counter("retro_uncaught_exceptions_total", "Exceptions that no code caught"),
};
