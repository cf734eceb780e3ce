import { afterAll, afterEach } from "vitest";
import { resetPage } from "./page.tsx";

const timers = new Set<ReturnType<typeof setTimeout>>();

globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
  apply(start, self, args) {
    const timer: ReturnType<typeof setTimeout> = Reflect.apply(start, self, args);
    timers.add(timer);
    return timer;
  },
});

afterEach(resetPage);
// In a browser a page's timers end with it. Here they are the process's, which goes on, and they would run
// without `window` and `document`.
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
});
