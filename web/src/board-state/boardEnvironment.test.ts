// @vitest-environment jsdom
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { browserEnvironment } from "./boardEnvironment.ts";

/** Shows or hides the page. */
function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}
afterEach(() => vi.restoreAllMocks());
const tell = (name: string) => window.dispatchEvent(new Event(name));

describe("the browser around a board", () => {
  it("does what was planned after its time, unless that is called off", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const log: string[] = [];
    browserEnvironment.schedule(100, () => log.push("first"));
    const stop = browserEnvironment.schedule(100, () => log.push("second"));
    vi.advanceTimersByTime(99);
    expect(log).toEqual([]);
    stop();
    vi.advanceTimersByTime(1);
    expect(log).toEqual(["first"]);
  });

  it("says when the user returns: the network or the focus is back, the page is shown", () => {
    let woken = 0;
    const stop = browserEnvironment.onResume(() => (woken += 1));
    for (const name of ["online", "focus", "pageshow"]) tell(name);
    expect(woken).toBe(3);
    show("hidden");
    expect([woken, browserEnvironment.hidden()]).toEqual([3, true]);
    show("visible");
    expect([woken, browserEnvironment.hidden()]).toEqual([4, false]);
    stop();
    for (const name of ["online", "focus", "pageshow"]) tell(name);
    show("visible");
    expect(woken).toBe(4);
  });

  it("tells at once whether there is a network, and then each change", () => {
    const log: boolean[] = [];
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const stop = browserEnvironment.onOnline((online) => log.push(online));
    expect(log).toEqual([false]);
    onLine.mockReturnValue(true);
    tell("online");
    onLine.mockReturnValue(false);
    tell("offline");
    expect(log).toEqual([false, true, false]);
    stop();
    for (const name of ["online", "offline"]) tell(name);
    expect(log).toHaveLength(3);
  });

  it("says when the page closes, until the listener is removed", () => {
    let gone = 0;
    const stop = browserEnvironment.onPageHide(() => (gone += 1));
    tell("pagehide");
    expect(gone).toBe(1);
    stop();
    tell("pagehide");
    expect(gone).toBe(1);
  });

  it("has this machine's clock, and one storage for the whole page", () => {
    const before = Date.now();
    const now = browserEnvironment.now();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    expect(browserEnvironment.storage).toBe(browserEnvironment.storage);
  });
});
