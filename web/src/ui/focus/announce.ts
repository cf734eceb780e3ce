import { externalStore } from "../externalStore.ts";

/** After this time, in milliseconds, the same text is announced again. */
const forgetAfterMs = 5000;

export const announcement = externalStore("");
let forget: ReturnType<typeof setTimeout> | undefined;

/** After what they say now; the same text within five seconds is not repeated. */
export function announce(text: string): void {
  announcement.set(text);
  clearTimeout(forget);
  forget = setTimeout(() => announcement.set(""), forgetAfterMs);
}
