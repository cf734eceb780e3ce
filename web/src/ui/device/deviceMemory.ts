/**
 * What the product keeps on this device beyond the session. The keys begin with `retro.`, so that "Delete my
 * data" removes them.
 */
type Key =
  | "retro.boardZoom"
  // index.html reads it before the app is here.
  | "retro.cyrillic"
  | "retro.keptName"
  | "retro.firstSteps"
  | "retro.singleKeys"
  | "retro.spaces"
  | "retro.answeredBoards";

/** The stored value; null without one, or where the browser forbids storage. */
export function recall(key: Key): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value; without storage it is forgotten with the page. */
export function remember(key: Key, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is forbidden.
  }
}
