/** A counter of the process for `/metrics`. We do not use prom-client, because it takes 21 MB of resident memory. */
export class Counter {
  readonly name: string;
  readonly help: string;
  #value = 0;

  /** @param name a Prometheus name that ends in `_total` */
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

/** Faults that the server survived. Each also has a log line. Operators should set an alert on their growth. */
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
