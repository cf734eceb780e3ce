import type { Page } from "playwright-core";

type InteractionWindow = Window & { benchInteractions: { id: number; duration: number }[] };

/** Records the time from each press, tap and key to the next paint, as INP does. Call it before `goto`. */
export async function recordInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const bench = window as unknown as InteractionWindow;
    bench.benchInteractions = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId: id, duration } = entry as PerformanceEntry & { interactionId: number };
        if (id > 0) bench.benchInteractions.push({ id, duration });
      }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** Milliseconds of each interaction since the last call; below 16 ms none is reported. */
export async function readInteractions(page: Page): Promise<number[]> {
  const events = await page.evaluate(() =>
    (window as unknown as InteractionWindow).benchInteractions.splice(0),
  );
  const longest = new Map<number, number>();
  for (const { id, duration } of events) longest.set(id, Math.max(duration, longest.get(id) ?? 0));
  return [...longest.values()];
}
