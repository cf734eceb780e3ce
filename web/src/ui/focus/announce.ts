import { externalStore } from "../externalStore.ts";

/** After this time, in milliseconds, the same text is announced again. */
const forgetAfterMs = 5000;

/** The text that `LiveRegion` shows to screen readers. */
export const announcement = externalStore("");
let forget: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces a text to screen readers, after what they say now. The same text again within five seconds is not
 * repeated.
 */
export function announce(text: string): void {
  announcement.set(text);
  clearTimeout(forget);
  forget = setTimeout(() => announcement.set(""), forgetAfterMs);
}
