/** What the board takes from the world around it; tests bring a world of their own, with a clock that they turn. */
export interface Env {
  /** Epoch milliseconds by this machine's clock, right or not. */
  now: () => number;
  random: () => number;
  /** @returns the function that calls it off */
  after: (ms: number, work: () => void) => () => void;
  /** Hears when somebody looks at the page again, or the network is back. */
  onWake: (listener: () => void) => () => void;
  /** Hears when the page goes, perhaps for good. */
  onLeave: (listener: () => void) => () => void;
  /** Keeps text over a reload of this tab. */
  keep: (key: string, text: string | null) => void;
  kept: (key: string) => string | null;
}

/** The browser. */
export const browserEnv: Env = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(ms, work) {
    const id = setTimeout(work, ms);
    return () => clearTimeout(id);
  },
  onWake(listener) {
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
  onLeave(listener) {
    window.addEventListener("pagehide", listener);
    return () => window.removeEventListener("pagehide", listener);
  },
  keep(key, text) {
    try {
      if (text === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    } catch {
      // Storage is full or forbidden: what is pending then lives as long as the page does.
    }
  },
  kept(key) {
    try {
      return sessionStorage.getItem(key);
    } catch {
      // Storage is forbidden: nothing was kept.
      return null;
    }
  },
};
