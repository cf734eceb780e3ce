import type { Page } from "@playwright/test";

/**
 * Adds up the page's layout shifts from its first paint on, as the browser reports them: the cumulative
 * layout shift of Web Vitals. Works in an open page and in those that it loads later; each load starts at 0.
 * @param options `ignoreInput`: without the shifts in the half second after an input, which the user expects;
 *   Web Vitals ignores them too
 */
export async function observeShifts(
  page: Page,
  { ignoreInput = false }: { ignoreInput?: boolean } = {},
): Promise<() => Promise<number>> {
  const start = (ignored: boolean) => {
    const shifts = globalThis as typeof globalThis & ShiftSum;
    shifts.shifts = 0;
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries as Shift[])
        if (!(ignored && entry.hadRecentInput)) shifts.shifts += entry.value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    shifts.addPendingShifts = () => add(observer.takeRecords());
  };
  await page.addInitScript(start, ignoreInput);
  await page.evaluate(start, ignoreInput);
  return () =>
    page.evaluate(async () => {
      const shifts = globalThis as typeof globalThis & ShiftSum;
      // A change of the document that a test has seen moves things in the next frame, and the browser reports
      // it after that frame.
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      shifts.addPendingShifts();
      return shifts.shifts;
    });
}

/** What the page keeps. */
interface ShiftSum {
  shifts: number;
  addPendingShifts: () => void;
}
