import { cleanText } from "@retro/contract/clean-text";
import type { StickerDraft } from "../saving/stickerDraft.ts";

/** Writes the drafts after this pause in typing, in milliseconds, and when the page is hidden. */
const writeMs = 300;
/** A draft that nobody touched for this long is deleted. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;
/** Begins with "retro", so that "Delete my data" clears it (`api/localData.ts`). */
const keyOf = (boardId: string) => `retro.drafts.${boardId}`;

interface StoredDrafts {
  /** Another user of this browser never gets these texts. */
  user: string;
  /** Epoch milliseconds of the last change. */
  at: number;
  columns: Record<string, StickerDraft>;
}

/** The unsent text of each column's new sticker. It survives a reload; only its author reads it. */
export interface ColumnDrafts {
  /** Reads the browser's storage anew: another tab may have saved the text a moment ago, and nobody is offered it twice. */
  get: (columnId: string) => StickerDraft | null;
  /** Ids of the columns with an unsent text. */
  columns: () => string[];
  /** @param draft null, or a blank text: nothing is unsent */
  set: (columnId: string, draft: StickerDraft | null) => void;
  subscribe: (listener: () => void) => () => void;
  /** Writes what is not written yet. */
  flush: () => void;
}

/**
 * Opens a board's drafts.
 * @param now epoch milliseconds
 */
export function createColumnDrafts(
  boardId: string,
  userId: string,
  now: () => number = Date.now,
): ColumnDrafts {
  const drafts = new Map<string, StickerDraft>();
  const listeners = new Set<() => void>();
  /** What was typed here and is not in the storage yet. */
  const changed = new Set<string>();
  let lastRead: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  readAgain();

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (changed.size === 0) return;
    // Another tab of the board may have written since: replace only the columns that changed here.
    const columns = parseDrafts(readStored(boardId), userId, now());
    for (const columnId of changed) {
      const draft = drafts.get(columnId);
      if (draft === undefined) delete columns[columnId];
      else columns[columnId] = draft;
    }
    if (writeDrafts(boardId, { user: userId, at: now(), columns })) changed.clear();
  }

  /** Takes what another tab of the board has written: what it has saved or changed is not offered here any more. */
  function readAgain(): void {
    const stored = readStored(boardId);
    if (stored === lastRead) return;
    lastRead = stored;
    const columns = parseDrafts(stored, userId, now());
    for (const columnId of drafts.keys())
      if (!(columnId in columns) && !changed.has(columnId)) drafts.delete(columnId);
    for (const [columnId, draft] of Object.entries(columns))
      if (!changed.has(columnId)) drafts.set(columnId, draft);
  }

  function onStorage({ key }: Pick<StorageEvent, "key">): void {
    if (key !== null && key !== keyOf(boardId)) return;
    readAgain();
    for (const listener of listeners) listener();
  }

  return {
    get(columnId) {
      readAgain();
      return drafts.get(columnId) ?? null;
    },
    columns: () => [...drafts.keys()],
    set(columnId, draft) {
      const isText = draft !== null && cleanText(draft.title) !== "";
      if (isText) drafts.set(columnId, draft);
      else if (!drafts.delete(columnId)) return;
      changed.add(columnId);
      clearTimeout(timer);
      // A text that was saved is removed at once: until then, another tab of the board would offer it again.
      if (isText) timer = setTimeout(flush, writeMs);
      else flush();
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener("storage", onStorage);
      };
    },
    flush,
  };
}

function readStored(boardId: string): string | null {
  try {
    return localStorage.getItem(keyOf(boardId));
  } catch {
    // Storage is forbidden.
    return null;
  }
}

function parseDrafts(text: string | null, userId: string, now: number): Record<string, StickerDraft> {
  try {
    const stored = JSON.parse(text ?? "null") as StoredDrafts | null;
    if (stored === null || stored.user !== userId || now - stored.at > maxAgeMs) return {};
    return Object.fromEntries(
      Object.entries(stored.columns).filter(([, draft]) => typeof draft.title === "string"),
    );
  } catch {
    // The storage contains something else: there are no drafts.
    return {};
  }
}

/** @returns false if storage is forbidden or full: the drafts then last as long as the page */
function writeDrafts(boardId: string, stored: StoredDrafts): boolean {
  try {
    if (Object.keys(stored.columns).length === 0) localStorage.removeItem(keyOf(boardId));
    else localStorage.setItem(keyOf(boardId), JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
}
