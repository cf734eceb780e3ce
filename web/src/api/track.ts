import { api } from "./client.ts";

export const trackedClicks = {
  newBoard: 100,
  save: 101,
  cancel: 102,
  descriptionChange: 103,
  templateSelect: 104,
  termsLink: 105,
  privacyLink: 106,
} as const;

/** Counts a click. Ignores failures: they must not disturb the user. */
export function track(event: (typeof trackedClicks)[keyof typeof trackedClicks]): void {
  api.post("logger", { event }, { keepalive: true }).catch(() => {
    // The click is not counted; nothing depends on it.
  });
}
