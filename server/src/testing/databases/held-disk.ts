import type { SyncFile } from "../../db/engines/log-sync.ts";

/** A disk whose calls end when the test says so. */
export class HeldDisk {
  readonly calls: PromiseWithResolvers<void>[] = [];
  /** False: calls end at once. */
  isHeld: boolean;

  constructor({ isHeld }: { isHeld: boolean }) {
    this.isHeld = isHeld;
  }

  readonly sync: SyncFile = () => {
    const call = Promise.withResolvers<void>();
    this.calls.push(call);
    if (!this.isHeld) call.resolve();
    return call.promise;
  };

  /** Ends the calls so far, and all later ones at once. */
  release(): void {
    this.isHeld = false;
    for (const call of this.calls) call.resolve();
  }
}
