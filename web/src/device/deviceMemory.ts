const tabKeys = [
  "retro.erased",
  "retro.formerUser",
  "retro.return-to",
  "retro.return-for",
  "retro.sentToProvider",
  "retro.done",
] as const;
type TabKey = (typeof tabKeys)[number];

/** New keys begin with `retro.`: "Delete my data" removes those and a fixed list of older ones. */
type DeviceKey =
  | "theme"
  | "fullscreen"
  | "locale"
  | "user"
  | "retro.timer-sound"
  | "retro.boardZoom"
  | "retro.watches"
  // index.html reads it before the app is here.
  | "retro.cyrillic"
  | "retro.keptName"
  | "retro.firstSteps"
  | "retro.singleKeys"
  | "retro.spaces";

function storageOf(key: DeviceKey | TabKey): Storage {
  return tabKeys.some((each) => each === key) ? sessionStorage : localStorage;
}

/** Null where the browser forbids storage, too. */
export function recall(key: DeviceKey | TabKey): string | null {
  try {
    return storageOf(key).getItem(key);
  } catch {
    return null;
  }
}

/** @param value null: removes it */
export function remember(key: DeviceKey | TabKey, value: string | null): void {
  try {
    if (value === null) storageOf(key).removeItem(key);
    else storageOf(key).setItem(key, value);
  } catch {
    // Storage is forbidden: the value lasts as long as the page.
  }
}
