import { Counter as PromCounter, Gauge, Histogram, Registry } from "prom-client";

/** A label takes a fixed set of values, never an id, an address or a text of a user. */

export const processMetrics = new Registry();
const registers = [processMetrics];

type Figure = number | Iterable<readonly [label: string, value: number]>;

/** A metric whose value is read when Prometheus asks. A name that ends in `_total` makes it a counter. */
export interface ReadMetric {
  name: string;
  help: string;
  label?: string;
  read: () => Figure | Promise<Figure>;
}

export function readingRegistry(metrics: readonly ReadMetric[]): Registry {
  const registry = new Registry();
  for (const { name, help, label, read } of metrics) {
    const Kind = name.endsWith("_total") ? PromCounter : Gauge;
    const metric = new Kind({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const figure = await read();
        metric.reset();
        if (typeof figure === "number") metric.inc(figure);
        else for (const [value, count] of figure) metric.inc({ [label ?? ""]: value }, count);
      },
    });
  }
  return registry;
}

export class Counter {
  readonly #counter: PromCounter;
  #value = 0;

  constructor(name: string, help: string) {
    this.#counter = new PromCounter({ name, help, registers });
  }

  get value(): number {
    return this.#value;
  }

  add(amount = 1): void {
    this.#value += amount;
    this.#counter.inc(amount);
  }
}

/** Faults that the server survived. Operators should set an alert on their growth. */
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

const fine = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export const requestCount = new PromCounter({
  name: "http_requests_total",
  help: "Requests answered",
  labelNames: ["method", "status"],
  registers,
});
/** Beside `http_requests_total`, whose 5xx also count what was refused with 503 on purpose. */
export const requestFailures = new PromCounter({
  name: "retro_request_failures_total",
  help: "Requests answered with 500, by group of routes; change: whether the request changes something",
  labelNames: ["routes", "change"],
  registers,
});
export const signInFailures = new PromCounter({
  name: "retro_sign_in_failures_total",
  help: "Sign-ins that did not succeed, at the provider or with a password",
  labelNames: ["by"],
  registers,
});
for (const by of ["provider", "password"]) signInFailures.inc({ by }, 0);
export const requestSeconds = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time from a request to the end of its answer",
  buckets: fine,
  registers,
});
export const commandSeconds = new Histogram({
  name: "retro_command_duration_seconds",
  help: "Time from a request that changes boards to the end of its answer, by route",
  labelNames: ["command"],
  buckets: fine,
  registers,
});
export const turnSeconds = new Histogram({
  name: "retro_turn_duration_seconds",
  help: "Transactions on boards, with the wait for earlier ones on the same board and the broadcast",
  labelNames: ["outcome"],
  buckets: fine,
  registers,
});
export const broadcastSeconds = new Histogram({
  name: "retro_broadcast_lag_seconds",
  help: "Time from a commit until its events were handed to the connections or to the push provider",
  buckets: fine,
  registers,
});
export const transactionWaitSeconds = new Histogram({
  name: "retro_transaction_wait_seconds",
  help: "Time that transactions waited before they began",
  buckets: fine,
  registers,
});
export const eventLoopDelaySeconds = new Histogram({
  name: "retro_event_loop_delay_seconds",
  help: "Mean delay of the event loop, measured twice a second",
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  registers,
});
export const catchUpCount = new PromCounter({
  name: "retro_catch_ups_total",
  help: "Catch-ups of browsers: with changes, without any, or with the advice to load the whole board",
  labelNames: ["answer"],
  registers,
});
