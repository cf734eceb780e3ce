import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

export interface LoopShareLimits {
  /** The part of the loop's time that one address may take while others want it. */
  share: number;
  /** Below this part of a processor the loop has time for everybody. */
  busyFrom: number;
  longestWaitMs: number;
}

/** Replaced by tests. All times are in milliseconds. */
export interface LoopClocks {
  now: () => number;
  /** The time that the loop has worked, without its waits. */
  active: () => number;
  /** The processor time of the loop's thread: on a busy machine it works for less than it takes. */
  cpu: () => number;
  sleep: (ms: number) => Promise<unknown>;
}

/** What an address has used counts for about this long. */
const windowMs = 1000;
const busySampleMs = 200;
/** An address that used less in the window does not want the loop. */
const wantsLoopMs = 0.5;
const maxAddresses = 1000;

const processClocks: LoopClocks = {
  now: () => performance.now(),
  active: () => performance.eventLoopUtilization().active,
  cpu: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  sleep,
};

interface Use {
  ms: number;
  at: number;
}

/**
 * Counts the loop's time for each address. One that takes more than its share waits before its next request
 * is handled, while the loop is busy and others want it: alone, an address may take everything.
 */
export class LoopShare {
  readonly #limits: LoopShareLimits;
  readonly #clocks: LoopClocks;
  /** What each address has used, the most recent last; it decays by half in 0.7 s. */
  readonly #used = new Map<string, Use>();
  /** The address for which the loop works in this turn. */
  #worksFor: string | null = null;
  #since = 0;
  readonly #lastTurn = new Map<string, Promise<void>>();
  #sample = { now: 0, cpu: 0 };
  #busy = false;

  constructor(limits: LoopShareLimits, clocks: LoopClocks = processClocks) {
    this.#limits = limits;
    this.#clocks = clocks;
  }

  /** The loop begins to work for an address; ends with its turn, at the latest. */
  begin(address: string): void {
    if (this.#worksFor === null) setImmediate(() => this.#switchTo(null));
    this.#switchTo(address);
  }

  /** What the loop has done since it was last noted, it did for this address. */
  end(address: string): void {
    this.#worksFor ??= address;
    this.#switchTo(null);
  }

  /** Milliseconds that the address must wait now. */
  waitMs(address: string): number {
    if (this.#worksFor === address) this.#switchTo(address);
    const { share, longestWaitMs } = this.#limits;
    const used = this.#usedBy(address) / windowMs;
    if (used <= share || !this.#isBusy() || !this.#isWantedByOthers(address)) return 0;
    return Math.min(longestWaitMs, Math.ceil(windowMs * Math.log(used / share)));
  }

  /** Waits until the address has paid; its requests go on one after another. */
  async wait(address: string): Promise<void> {
    const { now } = this.#clocks;
    const deadline = now() + this.#limits.longestWaitMs;
    const earlier = this.#lastTurn.get(address);
    const turn = (async () => {
      await earlier;
      for (let ms = this.waitMs(address); ms > 0 && now() < deadline; ms = this.waitMs(address))
        await this.#clocks.sleep(Math.min(ms, deadline - now()));
    })();
    this.#lastTurn.set(address, turn);
    await turn;
    if (this.#lastTurn.get(address) === turn) this.#lastTurn.delete(address);
  }

  #switchTo(address: string | null): void {
    const active = this.#clocks.active();
    if (this.#worksFor !== null) this.#add(this.#worksFor, active - this.#since);
    this.#worksFor = address;
    this.#since = active;
  }

  #add(address: string, ms: number): void {
    const used = this.#usedBy(address) + ms;
    this.#used.delete(address);
    this.#used.set(address, { ms: used, at: this.#clocks.now() });
    if (this.#used.size > maxAddresses) this.#used.delete(this.#used.keys().next().value ?? "");
  }

  #usedBy(address: string): number {
    const use = this.#used.get(address);
    return use === undefined ? 0 : use.ms * Math.exp((use.at - this.#clocks.now()) / windowMs);
  }

  #isBusy(): boolean {
    const now = this.#clocks.now();
    const elapsed = now - this.#sample.now;
    if (elapsed < busySampleMs) return this.#busy;
    const cpu = this.#clocks.cpu();
    // A sample that began long ago says nothing about now.
    this.#busy = elapsed < 3 * windowMs && (cpu - this.#sample.cpu) / elapsed >= this.#limits.busyFrom;
    this.#sample = { now, cpu };
    return this.#busy;
  }

  #isWantedByOthers(address: string): boolean {
    for (const other of [...this.#used.keys()].toReversed())
      if (other !== address && this.#usedBy(other) >= wantsLoopMs) return true;
    return false;
  }
}
