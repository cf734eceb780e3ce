import type { BoardEnvironment } from "../boardEnvironment.ts";
import {
  createEntryStorage,
  type EntryBackend,
  type EntryStorage,
  memoryBackend,
  type StoredEntry,
} from "../storage/entryStorage.ts";

/** One tab of a simulated browser. */
export interface SimulatedTab {
  env: BoardEnvironment;
  /** The page is visible again. */
  resume: () => void;
  /** The page closes. */
  hidePage: () => void;
  /** Replaces the page by a new one: a reload, or the tab is opened again. */
  newPage: () => void;
  /** The browser's storage refuses new entries from now on, or takes them again. */
  setStorageFull: (full: boolean) => void;
  /** Suspends the page: other tabs then consider it closed. */
  suspend: () => void;
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
}

export function createSimulatedTab(browser: SimulatedBrowser): SimulatedTab {
  const { stored, openPages } = browser;
  const resumeListeners = new Set<() => void>();
  const hideListeners = new Set<() => void>();
  let pageId = "";
  let skew = 0;
  let storageFull = false;

  function openPage(): EntryStorage {
    pageId = browser.newPageId();
    openPages.add(pageId);
    const memory = memoryBackend(stored, pageId, (id) => openPages.has(id));
    const medium: EntryBackend = {
      ...memory,
      durable: true,
      put: (entry) => (storageFull ? Promise.reject(new Error("full")) : memory.put(entry)),
    };
    return createEntryStorage(Promise.resolve(medium), (error) => {
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
    },
    resume: () => [...resumeListeners].forEach((listener) => listener()),
    hidePage: () => [...hideListeners].forEach((listener) => listener()),
    newPage() {
      openPages.delete(pageId);
      page = openPage();
    },
    setStorageFull(full) {
      storageFull = full;
    },
    suspend: () => void openPages.delete(pageId),
    shiftClock(ms) {
      skew += ms;
    },
  };
}

function addListener(to: Set<() => void>, listener: () => void): () => void {
  to.add(listener);
  return () => to.delete(listener);
}
