import {
  afterAnswer,
  afterFailure,
  afterSocketChange,
  type ConnectionFacts,
  initialFacts,
  phaseOf,
} from "./connectionPhase.ts";
import type { ApiErrorLike } from "../apiCalls.ts";
import type { ConnectionStatus, SubscriptionState } from "../types.ts";

/** The state of the connection that the user sees. */
export class ConnectionStatusTracker {
  readonly #now: () => number;
  readonly #changed: () => void;
  #facts = initialFacts;
  #since: number | null = null;
  #last: ConnectionStatus | null = null;

  /** @param changed called when the phase changes */
  constructor(now: () => number, changed: () => void) {
    this.#now = now;
    this.#changed = changed;
  }

  /** @param waiting number of changes that are not saved yet */
  get(waiting: number): ConnectionStatus {
    const [last, since] = [this.#last, this.#since];
    const phase = phaseOf(this.#facts);
    if (last && last.phase === phase && last.since === since && last.waiting === waiting) return last;
    return (this.#last = { phase, since, waiting });
  }
  setRealtimeState(state: SubscriptionState): void {
    this.#update(afterSocketChange(this.#facts, state, this.#now()));
  }
  /** @returns whether this is the first answer after a failure */
  serverReached(): boolean {
    const isFirst = this.#facts.failure !== null;
    this.#update(afterAnswer(this.#facts, this.#now()));
    return isFirst;
  }
  /** A request failed without a decision of the server. */
  serverUnreached(error: ApiErrorLike): void {
    this.#update(afterFailure(this.#facts, error));
  }
  /** The server is newer than this page: only a reload of the page helps. */
  pageOutdated(): void {
    this.#update({ ...this.#facts, pageIsOutdated: true });
  }
  setOnline(online: boolean): void {
    this.#update({ ...this.#facts, online });
  }
  /** The page may have been suspended, so the time since then is no sign of a bad network. */
  pageResumed(): void {
    if (!this.#facts.realtimeBlocked) this.#facts = { ...this.#facts, withoutRealtimeSince: null };
  }

  #update(next: Readonly<ConnectionFacts>): void {
    const before = phaseOf(this.#facts);
    this.#facts = next;
    const after = phaseOf(this.#facts);
    if (before === after) return;
    const wasUp = before === "live" || before === "outdated";
    if (after === "live" || after === "outdated") this.#since = null;
    else if (wasUp || this.#since === null) this.#since = this.#now();
    this.#changed();
  }
}
