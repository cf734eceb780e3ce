import type { RealtimeLog } from "./push-service.ts";

export interface QueuedEvent {
  channel: string;
  name: string;
  data: string;
  socket_id?: string;
}

/** The provider accepts at most 10 events per call. */
const BATCH = 10;
/** A channel always uses the same queue, so that its events keep their order. */
const QUEUE_COUNT = 4;
/** Above this, the oldest are dropped, and their receivers catch up by version. */
const MAX_WAITING = 1000;
const FAILURES_TO_PAUSE = 5;
const PAUSE_MS = 10_000;
const LOG_EVERY_MS = 60_000;

interface OrderedQueue {
  waiting: QueuedEvent[];
  busy: boolean;
  drained: Promise<void>;
}

/** In batches, in order per channel, without retries: clients catch up by version. */
export class SendQueue {
  readonly #log: RealtimeLog;
  readonly #send: (batch: QueuedEvent[]) => Promise<unknown>;
  readonly #queues: OrderedQueue[];
  #failures = 0;
  #pausedUntil = 0;
  #lost = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(log: RealtimeLog, send: (batch: QueuedEvent[]) => Promise<unknown>) {
    this.#log = log;
    this.#send = send;
    this.#queues = Array.from({ length: QUEUE_COUNT }, () => ({
      waiting: [],
      busy: false,
      drained: Promise.resolve(),
    }));
  }

  push(event: QueuedEvent): void {
    if (Date.now() < this.#pausedUntil) {
      this.#lost += 1;
      return;
    }
    const queue = this.#queues[queueIndexOf(event.channel)];
    if (queue === undefined) return;
    queue.waiting.push(event);
    if (queue.waiting.length > MAX_WAITING) {
      queue.waiting.shift();
      this.#lost += 1;
      this.#logLoss(null);
    }
    if (!queue.busy) queue.drained = this.#drain(queue);
  }

  async close(): Promise<void> {
    await Promise.all(this.#queues.map(({ drained }) => drained));
  }

  async #drain(queue: OrderedQueue): Promise<void> {
    const { waiting } = queue;
    queue.busy = true;
    // Events of the same turn of the event loop go into one batch.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      try {
        await this.#send(batch);
        if (this.#failures > 0) this.#log.info({ lost: this.#lost }, "the push provider takes events again");
        this.#failures = 0;
        this.#lost = 0;
      } catch (error) {
        this.#failures += 1;
        this.#lost += batch.length;
        if (this.#failures >= FAILURES_TO_PAUSE) {
          this.#pausedUntil = Date.now() + PAUSE_MS;
          this.#lost += waiting.splice(0).length;
        }
        this.#logLoss(error);
      }
    }
    queue.busy = false;
  }

  #logLoss(error: unknown): void {
    const now = Date.now();
    if (now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    // Log selected fields only: the library's error contains the signed address.
    const { status, body, message } = (error ?? {}) as { status?: number; body?: string; message?: string };
    this.#log.error(
      { status, answer: body?.slice(0, 200), reason: message, lost: this.#lost },
      `events do not reach the push provider, browsers catch up by themselves: ${adviceFor(status)}`,
    );
  }
}

function adviceFor(status: number | undefined): string {
  if (status === 401 || status === 403) return "check PUSHER_KEY and PUSHER_SECRET, and this machine's clock";
  if (status === 404) return "check PUSHER_APP_ID and PUSHER_CLUSTER";
  if (status === 413 || status === 429) return "the provider's limits are reached, check the plan";
  return "check the network and the provider's status page";
}

function queueIndexOf(channel: string): number {
  let hash = 0;
  for (let i = 0; i < channel.length; i += 1) hash = (hash * 31 + channel.charCodeAt(i)) | 0;
  return Math.abs(hash) % QUEUE_COUNT;
}
