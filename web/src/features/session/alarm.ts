/**
 * One timeout that keeps its time in a hidden tab too. Browsers slow a hidden page's own timeouts down, after some minutes to one a minute;
 * a worker's they leave alone. Where no worker may run, the page's timeout has to do.
 */
export class Alarm {
  readonly #ring: () => void;
  #timeout: ReturnType<typeof setTimeout> | undefined;
  #worker: Worker | null | undefined;
  #turn = 0;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  /** Rings once, in so many milliseconds; what was set before is forgotten. */
  set(ms: number): void {
    this.clear();
    const worker = document.hidden ? this.#byWorker() : null;
    if (worker === null) this.#timeout = setTimeout(this.#ring, ms);
    // A worker's, not a window's: there is no other origin to keep out.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    else worker.postMessage([this.#turn, ms]);
  }

  clear(): void {
    clearTimeout(this.#timeout);
    this.#turn += 1;
  }

  /** Ends the worker; the alarm may be set again. */
  close(): void {
    this.clear();
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #byWorker(): Worker | null {
    if (this.#worker !== undefined) return this.#worker;
    const url = URL.createObjectURL(
      new Blob(["onmessage=({data:[turn,ms]})=>setTimeout(()=>postMessage(turn),ms)"], {
        type: "text/javascript",
      }),
    );
    try {
      const worker = new Worker(url);
      worker.addEventListener("message", (event: MessageEvent<number>) => {
        if (event.data === this.#turn) this.#ring();
      });
      worker.addEventListener("error", () => {
        this.#worker = null;
        this.#ring();
      });
      this.#worker = worker;
    } catch {
      // No workers here: the countdown of a hidden tab is as slow as its browser makes it.
      this.#worker = null;
    }
    URL.revokeObjectURL(url);
    return this.#worker;
  }
}
