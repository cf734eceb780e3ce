import type { BoardEnvironment } from "../boardEnvironment.ts";
import { EntryStorage, type EntryBackend, memoryBackend, type StoredEntry } from "../storage/entryStorage.ts";
import type { SimulatedDatabase } from "./simulatedDatabase.ts";

/** One tab of a simulated browser. */
export interface SimulatedTab {
  env: BoardEnvironment;
  /** The page is visible again. */
  resume: () => void;
  /** The page closes. */
  hidePage: () => void;
  /** Replaces the page by a new one: a reload, or the tab is opened again. */
  newPage: () => void;
  /** The session of this user ended in the tab. */
  endSession: (userId: string) => void;
  /** The browser's storage refuses new entries from now on, or takes them again. */
  setStorageFull: (full: boolean) => void;
  /** The page sleeps for so long that other tabs consider it closed, until `resume`. */
  suspend: () => void;
  asleep: () => boolean;
  /** Sets this machine's clock forward by so many milliseconds. */
  shiftClock: (ms: number) => void;
}

/** What all tabs of a simulated browser share. */
export interface SimulatedBrowser {
  now: () => number;
  random: () => number;
  after: (ms: number, work: () => void) => () => void;
  stored: Map<string, StoredEntry>;
  /** Ids of the pages that other tabs consider open. */
  openPages: Set<string>;
  newPageId: () => string;
  /** Where its pages store their entries; null: in `stored`. */
  database: SimulatedDatabase | null;
  /** Counts the work of the storage until it is done. */
  working: <T>(work: Promise<T>) => Promise<T>;
}

export function createSimulatedTab(browser: SimulatedBrowser): SimulatedTab {
  const { stored, openPages } = browser;
  const resumeListeners = new Set<() => void>();
  const hideListeners = new Set<() => void>();
  let pageId = "";
  let skew = 0;
  let asleep = false;
  let storageFull = false;
  let formerUser: string | null = null;

  function openPage(): EntryStorage {
    pageId = browser.newPageId();
    openPages.add(pageId);
    const { database, working } = browser;
    const backend =
      database?.backendOf(pageId, openPages, browser.now) ??
      memoryBackend(stored, pageId, (id) => openPages.has(id));
    const medium: EntryBackend = {
      durable: true,
      put: (entry, isKnown) =>
        storageFull && !database ? Promise.reject(new Error("full")) : working(backend.put(entry, isKnown)),
      remove: (key) => working(backend.remove(key)),
      takeOver: (board, owner, held) => working(backend.takeOver(board, owner, held)),
      ownedByThisTab: (keys) => working(backend.ownedByThisTab(keys)),
    };
    return new EntryStorage(Promise.resolve(medium), (error) => {
      if (!storageFull) throw error;
    });
  }
  let page = openPage();

  return {
    env: {
      now: () => browser.now() + skew,
      random: browser.random,
      schedule: browser.after,
      whenIdle: (work) => browser.after(0, work),
      onResume: (listener) => addListener(resumeListeners, listener),
      hidden: () => false,
      onOnline: () => () => undefined,
      onPageHide: (listener) => addListener(hideListeners, listener),
      get storage() {
        return page;
      },
      formerUserId: () => formerUser,
    },
    resume() {
      asleep = false;
      openPages.add(pageId);
      [...resumeListeners].forEach((listener) => listener());
    },
    hidePage: () => [...hideListeners].forEach((listener) => listener()),
    newPage() {
      openPages.delete(pageId);
      page = openPage();
    },
    setStorageFull(full) {
      storageFull = full;
      browser.database?.setFull(full);
    },
    endSession(userId) {
      formerUser = userId;
    },
    asleep: () => asleep,
    suspend() {
      asleep = true;
      openPages.delete(pageId);
      skew += sleepMs;
    },
    shiftClock(ms) {
      skew += ms;
    },
  };
}

/** Other tabs consider a page closed that gave no sign for five minutes. */
const sleepMs = 6 * 60_000;

function addListener(to: Set<() => void>, listener: () => void): () => void {
  to.add(listener);
  return () => to.delete(listener);
}
