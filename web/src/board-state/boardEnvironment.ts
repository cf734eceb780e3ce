import { browserEntryStorage } from "./browserEntryStorage.ts";
import type { EntryStorage } from "./entryStorage.ts";

/** What the board needs of its environment; tests use another one, whose clock they set. */
export interface BoardEnvironment {
  /** Epoch milliseconds by this machine's clock, right or not. */
  now: () => number;
  random: () => number;
  /** @returns the function that calls it off */
  schedule: (ms: number, work: () => void) => () => void;
  /** Hears when somebody looks at the page again, or the network is back. */
  onResume: (listener: () => void) => () => void;
  /** Whether nobody sees the page now. */
  hidden: () => boolean;
  /** Hears whether the browser has a network at all, now and at each change. */
  onOnline: (listener: (online: boolean) => void) => () => void;
  /** Hears when the page goes, perhaps for good. */
  onPageHide: (listener: () => void) => () => void;
  /** Where changes wait that the server has not confirmed. */
  storage: EntryStorage;
}

/** The browser. */
export const browserEnvironment: BoardEnvironment = {
  now: () => Date.now(),
  random: () => Math.random(),
  schedule(ms, work) {
    const id = setTimeout(work, ms);
    return () => clearTimeout(id);
  },
  onResume(listener) {
    const seen = () => {
      if (document.visibilityState === "visible") listener();
    };
    window.addEventListener("online", listener);
    window.addEventListener("focus", listener);
    window.addEventListener("pageshow", listener);
    document.addEventListener("visibilitychange", seen);
    return () => {
      window.removeEventListener("online", listener);
      window.removeEventListener("focus", listener);
      window.removeEventListener("pageshow", listener);
      document.removeEventListener("visibilitychange", seen);
    };
  },
  hidden: () => document.visibilityState === "hidden",
  onOnline(listener) {
    const tell = () => listener(navigator.onLine);
    window.addEventListener("online", tell);
    window.addEventListener("offline", tell);
    tell();
    return () => {
      window.removeEventListener("online", tell);
      window.removeEventListener("offline", tell);
    };
  },
  onPageHide(listener) {
    window.addEventListener("pagehide", listener);
    return () => window.removeEventListener("pagehide", listener);
  },
  get storage() {
    return browserEntryStorage();
  },
};
