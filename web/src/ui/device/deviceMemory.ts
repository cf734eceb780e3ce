/** The keys begin with `retro.`, so that "Delete my data" removes them. */
type Key =
  | "retro.boardZoom"
  // index.html reads it before the app is here.
  | "retro.cyrillic"
  | "retro.keptName"
  | "retro.firstSteps"
  | "retro.singleKeys"
  | "retro.spaces"
  | "retro.answeredBoards";

export function recall(key: Key): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: Key, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is forbidden.
  }
}
