import type { Page } from "playwright-core";

/** Milliseconds from an event. */
export interface EventTimes {
  /** Until its handlers and the renderings that they cause are done. */
  handled: number;
  frame: number;
  /** Until that frame is painted. */
  painted: number;
}
type BenchWindow = Window & { benchTimes: EventTimes[] };

/** Milliseconds of computing for an event, without the wait for the screen's next refresh. */
export function computeWork({ handled, frame, painted }: EventTimes): number {
  return handled + (painted - frame);
}

/** Records the times of every change whose title is `bench-arrival-…`. Call it before the page loads. */
export async function recordArrivals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const bench = window as unknown as BenchWindow;
    bench.benchTimes = [];
    const recordChange = (title: string): void => {
      const arrived = performance.now();
      const since = () => performance.now() - arrived;
      const observer = new MutationObserver((records) => {
        const changed = records.flatMap(({ target, type, addedNodes }) =>
          type === "characterData" ? [target] : [...addedNodes],
        );
        if (!changed.some(({ textContent }) => textContent?.includes(title) === true)) return;
        observer.disconnect();
        const handled = since();
        requestAnimationFrame(() => {
          const frame = since();
          const painted = new MessageChannel();
          painted.port1.addEventListener(
            "message",
            () => bench.benchTimes.push({ handled, frame, painted: since() }),
            { once: true },
          );
          painted.port1.start();
          painted.port2.postMessage(null);
        });
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

/** Records the times of every event of a kind, from the start of its handling. */
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
      window.addEventListener(
        first,
        () => {
          const begun = (from = performance.now());
          handled = 0;
          let frame = 0;
          const painted = new MessageChannel();
          painted.port1.addEventListener(
            "message",
            () => bench.benchTimes.push({ handled, frame, painted: performance.now() - begun }),
            { once: true },
          );
          painted.port1.start();
          requestAnimationFrame(() => {
            frame = performance.now() - begun;
            painted.port2.postMessage(null);
          });
        },
        { capture: true },
      );
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
