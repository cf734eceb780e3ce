import type { Database } from "./database.ts";

/** One page in one tab. A reload or a duplicated tab gets a new id, which sessionStorage would copy. */
export interface Tab {
  readonly id: string;
  /** Resolves when other tabs see this one as alive. */
  start: (db: Database) => Promise<void>;
  /** Ids of all open tabs of this browser. */
  livingTabs: (db: Database) => Promise<ReadonlySet<string>>;
  /** Calls the listener once when another tab closes; never without Web Locks, where no event reports it. */
  onClosed: (id: string, listener: () => void) => void;
}

const lockPrefix = "retro.tab.";
const heartbeatMs = 20_000;
/** Browsers run the timers of a hidden tab once a minute, so a heartbeat may be that late. */
const goneAfterMs = 5 * 60_000;

/**
 * Creates this page's tab. It holds a Web Lock while the page lives: the browser frees the lock when the page
 * is closed, and never because the tab is hidden, slow or suspended. Without Web Locks (plain http) it writes
 * a heartbeat instead. Other tabs may then consider a suspended tab closed, so it must ask `ownedByThisTab`
 * before it sends again.
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
            // Holds the lock until the page is closed.
            return new Promise(() => undefined);
          })
          .catch(reject);
      }),
    async livingTabs() {
      const { held = [] } = await locks.query();
      // A tab has its own lock exclusively. A shared lock belongs to a tab that has just found the first one
      // closed.
      const names = held.flatMap(({ name, mode }) =>
        mode !== "shared" && name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [],
      );
      return new Set([...names, id]);
    },
    onClosed(other, listener) {
      // A request that fails is no loss: closed tabs are also looked for every minute.
      void locks.request(lockPrefix + other, { mode: "shared" }, () => listener()).catch(() => undefined);
    },
  };
}

function heartbeatTab(id: string, now: () => number): Tab {
  return {
    id,
    async start(db) {
      const beat = () => db.put("tabs", { id, at: now() });
      await beat();
      // The next heartbeat follows a failed one; a tab that can never write has no entries in the database to
      // lose.
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
    onClosed: () => undefined,
  };
}
