import type { CopyUntilStored, StorableEntry, StoredEntry } from "./entryStorage.ts";

const prefix = "retro.unstored.";

/** The changes of the storage that a closing page had not finished. */
interface UnfinishedWrites {
  /** Keys of entries, each with the entry to store, or null to remove it. */
  readonly writes: readonly (readonly [key: string, entry: StoredEntry | null])[];
  /** Deletes the copy: its changes are stored now. */
  discard: () => void;
}

/**
 * Writes the copy while the page is hidden or closing, and deletes it when the database has stored
 * everything.
 * @param onFailure called when the copy cannot be written (storage is full)
 */
export function createUnloadCopy(tab: string, onFailure: (error: unknown) => void): CopyUntilStored {
  const name = prefix + tab;
  const unfinished = new Map<string, { entry: StorableEntry | null }>();
  let copying = false;
  // Kept here, because a write may end after the document.
  let visible = document.visibilityState === "visible";

  function write(): void {
    try {
      if (unfinished.size === 0) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify([...unfinished.values()]));
    } catch (error) {
      onFailure(error);
    }
  }
  function pageHidden(): void {
    copying = true;
    if (unfinished.size > 0) write();
  }
  const update = () => {
    if (copying) write();
    // A visible page needs no copy; the one that it wrote while hidden goes with the last change in it.
    if (unfinished.size === 0 && visible) copying = false;
  };
  // A phone may end a hidden page without `pagehide`.
  window.addEventListener("pagehide", pageHidden);
  document.addEventListener("visibilitychange", () => {
    visible = document.visibilityState === "visible";
    if (!visible) pageHidden();
  });

  return (key, entry) => {
    const change = { key, entry: entry && { ...entry, tab } };
    unfinished.delete(key);
    unfinished.set(key, change);
    update();
    return () => {
      if (unfinished.get(key) !== change) return;
      unfinished.delete(key);
      update();
    };
  };
}

/** The copies that closed pages left; an open tab stores its changes itself. */
export function unfinishedWrites(isOpen: (tab: string) => boolean): UnfinishedWrites[] {
  return copyNames().flatMap((name) => {
    if (isOpen(name.slice(prefix.length))) return [];
    return [
      { writes: parseWrites(localStorage.getItem(name)), discard: () => localStorage.removeItem(name) },
    ];
  });
}

/** A closing page may write its copy after the next page has looked for copies. */
export function onUnfinishedWrites(listener: () => void): void {
  globalThis.addEventListener?.("storage", ({ key, newValue }) => {
    if (key?.startsWith(prefix) === true && newValue !== null) listener();
  });
}

function copyNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    // Storage is forbidden: no page could write a copy.
    return [];
  }
}

function parseWrites(text: string | null): UnfinishedWrites["writes"] {
  try {
    const changes = JSON.parse(text ?? "[]") as { key: string; entry: StoredEntry | null }[];
    return changes.flatMap(({ key, entry }) =>
      typeof key === "string" && (entry === null || entry.key === key) ? [[key, entry] as const] : [],
    );
  } catch {
    // Written by another program: ignore it.
    return [];
  }
}
