import type { Page } from "@playwright/test";

/**
 * Adds up the page's layout shifts from its first paint on, as the browser reports them: the cumulative layout shift of Web Vitals.
 * @param options `ignoreInput`: without the shifts in the half second after an input, which the user expects; Web Vitals ignores them too
 */
export async function observeShifts(
  page: Page,
  { ignoreInput = false }: { ignoreInput?: boolean } = {},
): Promise<() => Promise<number>> {
  await page.addInitScript((ignored) => {
    const shifts = globalThis as typeof globalThis & { shifts: number };
    shifts.shifts = 0;
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        if (!(ignored && entry.hadRecentInput)) shifts.shifts += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  }, ignoreInput);
  return () => page.evaluate(() => (globalThis as typeof globalThis & { shifts: number }).shifts);
}
