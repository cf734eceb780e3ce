import type { Database } from "./database.ts";

/** One page in one tab. A reload and a duplicated tab are new tabs: an id is never copied with sessionStorage. */
export interface Tab {
  readonly id: string;
  /** Resolves when other tabs see this one as alive. */
  start: (db: Database) => Promise<void>;
  /** Ids of all living tabs of this browser. */
  livingTabs: (db: Database) => Promise<ReadonlySet<string>>;
}

const lockPrefix = "retro.tab.";
const heartbeatMs = 20_000;
/** Browsers wake a hidden tab's timers once a minute. */
const goneAfterMs = 5 * 60_000;

/**
 * Names this tab. It holds a Web Lock as long as it lives: the browser frees the lock when the page is gone, and never because the tab is
 * hidden, slow or suspended. Without Web Locks (plain http) it writes a heartbeat instead; a suspended tab may then be taken for gone,
 * so that it asks `owned` before it sends again.
 */
export function createTab(
  locks: LockManager | null | undefined = typeof navigator === "object" ? navigator.locks : undefined,
  now: () => number = Date.now,
): Tab {
  const id = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 8)).join("");
  if (!locks) return heartbeatTab(id, now);
  return {
    id,
    start: () =>
      new Promise((resolve, reject) => {
        locks
          .request(lockPrefix + id, () => {
            resolve();
            // Held until the page is gone.
            return new Promise(() => undefined);
          })
          .catch(reject);
      }),
    async livingTabs() {
      const { held = [] } = await locks.query();
      const names = held.flatMap(({ name }) =>
        name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [],
      );
      return new Set([...names, id]);
    },
  };
}

function heartbeatTab(id: string, now: () => number): Tab {
  return {
    id,
    async start(db) {
      const beat = () => db.put("tabs", { id, at: now() });
      await beat();
      // A beat that fails is followed by another; a tab that cannot write at all has nothing to lose in the database.
      const timer: unknown = setInterval(() => void beat().catch(() => undefined), heartbeatMs);
      (timer as { unref?: () => void }).unref?.();
      globalThis.addEventListener?.("pagehide", () => void db.delete("tabs", id).catch(() => undefined));
      globalThis.addEventListener?.("pageshow", () => void beat().catch(() => undefined));
    },
    async livingTabs(db) {
      const tabs = await db.getAll("tabs");
      for (const tab of tabs) if (now() - tab.at > goneAfterMs) await db.delete("tabs", tab.id);
      const living = tabs.filter((tab) => now() - tab.at <= goneAfterMs).map((tab) => tab.id);
      return new Set([...living, id]);
    },
  };
}
