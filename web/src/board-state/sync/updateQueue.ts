import { type BoardUpdate, hidesShownContent, type Replica } from "../view/replica.ts";

/** Applies updates to the replica. While updates are paused (during a drag), queues those that may wait. */
export class UpdateQueue {
  readonly #replica: Replica;
  readonly #apply: (update: BoardUpdate) => boolean;
  readonly #onApplied: (revealed: boolean) => void;
  #pauses = 0;
  #queued: BoardUpdate[] = [];

  /** @param apply @returns whether it revealed text @param onApplied after one or several updates */
  constructor(
    replica: Replica,
    apply: (update: BoardUpdate) => boolean,
    onApplied: (revealed: boolean) => void,
  ) {
    this.#replica = replica;
    this.#apply = apply;
    this.#onApplied = onApplied;
  }

  get isPaused(): boolean {
    return this.#pauses > 0;
  }
  get isEmpty(): boolean {
    return this.#queued.length === 0;
  }

  receive(update: BoardUpdate): void {
    if (this.isPaused && !hidesShownContent(update, this.#replica.view())) {
      // A queued update counts as in flight, so that part versions older than it are not pruned.
      this.#replica.addInFlight(1);
      this.#queued.push(update);
      return;
    }
    const revealed = this.#applyQueued();
    this.#onApplied(this.#apply(update) || revealed);
  }

  /** @returns a function that ends this pause; it does nothing when it is called again */
  pause(): () => void {
    this.#pauses += 1;
    let active = true;
    return () => {
      if (!active) return;
      active = false;
      this.#pauses -= 1;
      if (!this.isPaused && !this.isEmpty) this.#onApplied(this.#applyQueued());
    };
  }

  clear(): void {
    this.#queued = [];
  }

  #applyQueued(): boolean {
    const updates = this.#queued;
    this.#queued = [];
    let revealed = false;
    for (const update of updates) revealed = this.#apply(update) || revealed;
    if (updates.length > 0) this.#replica.addInFlight(-updates.length);
    return revealed;
  }
}
