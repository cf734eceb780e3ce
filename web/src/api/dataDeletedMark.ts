import { recall, remember } from "../device/deviceMemory.ts";

export const dataDeletedKey = "retro.erased";

/** The next page shows a message, and deletes what the closing page may still have written. */
export function markDataDeleted(): void {
  remember(dataDeletedKey, "1");
}

export function isDataDeleted(): boolean {
  return recall(dataDeletedKey) !== null;
}

export function clearDataDeletedMark(): void {
  remember(dataDeletedKey, null);
}
