import type { Page } from "playwright-core";

/** Milliseconds from an event. */
export interface EventTimes {
  /** Until its handlers and the renderings that they cause are done. */
  handled: number;
  frame: number;
  /** Until that frame is painted. */
  painted: number;
}
type BenchWindow = Window & {
  benchTimes: EventTimes[];
  /** Records the times of an event until the next frame is painted; by then `handled` is known. */
  benchRecord: (from: number, handled: () => number) => void;
};

/** Milliseconds of computing for an event, without the wait for the screen's next refresh. */
export function computeWork({ handled, frame, painted }: EventTimes): number {
  return handled + (painted - frame);
}

/** Records the times of every change whose title is `bench-arrival-…`. Call it before the page loads. */
export async function recordArrivals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const bench = window as unknown as BenchWindow;
    bench.benchTimes = [];
    bench.benchRecord = (from, handled) => {
      const channel = new MessageChannel();
      let frame = 0;
      const onPainted = () =>
        bench.benchTimes.push({ handled: handled(), frame, painted: performance.now() - from });
      channel.port1.addEventListener("message", onPainted, { once: true });
      channel.port1.start();
      requestAnimationFrame(() => {
        frame = performance.now() - from;
        channel.port2.postMessage(null);
      });
    };
    const recordChange = (title: string): void => {
      const from = performance.now();
      const observer = new MutationObserver((records) => {
        const changed = records.flatMap(({ target, type, addedNodes }) =>
          type === "characterData" ? [target] : [...addedNodes],
        );
        if (!changed.some(({ textContent }) => textContent?.includes(title) === true)) return;
        observer.disconnect();
        const handled = performance.now() - from;
        bench.benchRecord(from, () => handled);
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true });
    };
    const Native = window.WebSocket;
    window.WebSocket = class extends Native {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.addEventListener("message", (event) => {
          const title = /bench-arrival-\d+ /.exec(String(event.data))?.[0];
          if (title !== undefined) recordChange(title);
        });
      }
    };
  });
}

/** Records the times of every event of a kind, from the start of its handling. `recordArrivals` comes before. */
export async function recordEventTimes(page: Page, kind: string, last = kind): Promise<void> {
  await page.evaluate(
    ([first, final]) => {
      const bench = window as unknown as BenchWindow;
      bench.benchTimes = [];
      let from = 0;
      let handled = 0;
      // The app listens below the window: this listener runs after its listeners, and the second microtask
      // after their renderings.
      window.addEventListener(final, () =>
        queueMicrotask(() => queueMicrotask(() => (handled = performance.now() - from))),
      );
      const onFirst = () => {
        from = performance.now();
        handled = 0;
        bench.benchRecord(from, () => handled);
      };
      window.addEventListener(first, onFirst, { capture: true });
    },
    [kind, last] as const,
  );
}

export function readEventTimes(page: Page): Promise<EventTimes[]> {
  return page.evaluate(() => (window as unknown as BenchWindow).benchTimes);
}

export async function waitForEvents(page: Page, count: number): Promise<void> {
  await page.waitForFunction((seen) => (window as unknown as BenchWindow).benchTimes.length > seen, count);
}
