import { formerUserId } from "../api/storedUser.ts";
import { browserEntryStorage } from "./storage/browserEntryStorage.ts";
import type { EntryStorage } from "./storage/entryStorage.ts";

/** What the board needs of the browser; tests replace it and set its clock. */
export interface BoardEnvironment {
  /** Epoch milliseconds by this machine's clock, which may be wrong. */
  now: () => number;
  random: () => number;
  /** Runs `work` once after `ms`. @returns a function that cancels it */
  schedule: (ms: number, work: () => void) => () => void;
  /** Runs `work` once when the browser is idle, after a second at the latest. @returns cancels it */
  whenIdle: (work: () => void) => () => void;
  /** The page is visible again or the network is back. @returns ends the listening */
  onResume: (listener: () => void) => () => void;
  hidden: () => boolean;
  /** Calls the listener with whether the browser has a network, now and at each change. */
  onOnline: (listener: (online: boolean) => void) => () => void;
  /** Calls the listener when the page is hidden or closed (`pagehide`). */
  onPageHide: (listener: () => void) => () => void;
  storage: EntryStorage;
  /** The id that this user had as a guest in this tab; null if they had none. */
  formerUserId: (me: string) => string | null;
}

export const browserEnvironment: BoardEnvironment = {
  now: () => Date.now(),
  random: () => Math.random(),
  schedule(ms, work) {
    const id = setTimeout(work, ms);
    return () => clearTimeout(id);
  },
  whenIdle(work) {
    if (!("requestIdleCallback" in window)) return this.schedule(0, work);
    const id = requestIdleCallback(work, { timeout: 1000 });
    return () => cancelIdleCallback(id);
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
  formerUserId,
};
