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
  /** Keeps text for this tab, over a reload, a crash and the end of the browser. */
  keep: (key: string, text: string | null) => void;
  kept: (key: string) => string | null;
  /** Takes over what tabs that are gone have kept under this key: it is theirs no longer. */
  inherit: (key: string) => string[];
}

/** A living tab keeps anew while it has something to keep; what is older than this belongs to nobody. */
const orphanedAfterMs = 60_000;
const stampOf = (key: string) => `${key}.at`;

/** Names this tab over its reloads. */
function tabName(): string {
  const known = sessionStorage.getItem("retro.tab");
  if (known !== null) return known;
  const name = Math.random().toString(36).slice(2, 12);
  sessionStorage.setItem("retro.tab", name);
  return name;
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
      const own = `${key}.${tabName()}`;
      if (text === null) forget(own);
      else {
        localStorage.setItem(own, text);
        localStorage.setItem(stampOf(own), String(Date.now()));
      }
    } catch {
      // Storage is full or forbidden: what is pending then lives as long as the page does.
    }
  },
  kept(key) {
    try {
      return localStorage.getItem(`${key}.${tabName()}`);
    } catch {
      // Storage is forbidden: nothing was kept.
      return null;
    }
  },
  inherit(key) {
    try {
      const orphans = Object.keys(localStorage).filter(
        (name) =>
          name.startsWith(`${key}.`) &&
          !name.endsWith(".at") &&
          name !== `${key}.${tabName()}` &&
          Date.now() - Number(localStorage.getItem(stampOf(name))) > orphanedAfterMs,
      );
      const texts = orphans.map((name) => localStorage.getItem(name) ?? "");
      orphans.forEach(forget);
      return texts.filter((text) => text !== "");
    } catch {
      // Storage is forbidden: nothing was kept.
      return [];
    }
  },
};

function forget(name: string): void {
  localStorage.removeItem(name);
  localStorage.removeItem(stampOf(name));
}
