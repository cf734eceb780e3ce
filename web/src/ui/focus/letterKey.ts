import { areSingleKeysOn } from "./singleKeys.ts";

/** On a layout with another script the key's position counts: Т is on the key of N. */
export function isLetterKey(
  event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "altKey" | "metaKey">,
  letter: string,
): boolean {
  const isAlone = !event.ctrlKey && !event.altKey && !event.metaKey;
  return isAlone && areSingleKeysOn() && isLetter(event, letter);
}

/** With Ctrl, or with Cmd on a Mac, and perhaps with Shift; on other scripts as `isLetterKey`. */
export function isCommandKey(
  event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "altKey" | "metaKey">,
  letter: string,
): boolean {
  return event.ctrlKey !== event.metaKey && !event.altKey && isLetter(event, letter);
}

function isLetter({ key, code }: Pick<KeyboardEvent, "key" | "code">, letter: string): boolean {
  const typed = key.toLowerCase();
  return /^[a-z]$/.test(typed) ? typed === letter : code === `Key${letter.toUpperCase()}`;
}

/** Whether the key belongs to a field, a dialog or a menu. Keys for the board must not act there. */
export function isTypingTarget(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]") !== null
  );
}
