import { areSingleKeysOn } from "./singleKeys.ts";

type Key = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "altKey" | "metaKey" | "timeStamp">;

/** A letter that follows this soon belongs to a text whose field has just closed, in milliseconds. */
const afterTypingMs = 800;
const fields = "input, textarea, select, [contenteditable], [role=dialog]";
let typedAt = Number.NEGATIVE_INFINITY;

/** Remembers when the user last typed, or used or left a field or a dialog. Call it once for a page. */
export function watchTyping(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab") return;
    if (isIn(event.target, fields) || (event.key.length === 1 && isTyping(event))) typedAt = event.timeStamp;
  };
  const onUse = ({ target, timeStamp }: Event) => {
    if (isIn(target, fields)) typedAt = timeStamp;
  };
  window.addEventListener("keydown", onKeyDown, true);
  window.addEventListener("focusout", onUse, true);
  window.addEventListener("pointerdown", onUse, true);
  return () => {
    window.removeEventListener("keydown", onKeyDown, true);
    window.removeEventListener("focusout", onUse, true);
    window.removeEventListener("pointerdown", onUse, true);
    forgetTyping();
  };
}

/** For a screen that has just opened: what was typed before was a text of another screen. */
export function forgetTyping(): void {
  typedAt = Number.NEGATIVE_INFINITY;
}

/** Whether the user is still typing a text: then a letter is no command. */
export function isTyping({ timeStamp }: Pick<Event, "timeStamp">): boolean {
  return timeStamp - typedAt < afterTypingMs;
}

/** Not right after typing. On a layout with another script the key's position counts: Т is on the key of N. */
export function isLetterKey(event: Key, letter: string): boolean {
  const isAlone = !event.ctrlKey && !event.altKey && !event.metaKey;
  return isAlone && areSingleKeysOn() && isLetter(event, letter) && !isTyping(event);
}

/** With Ctrl, or with Cmd on a Mac, and perhaps with Shift; on other scripts as `isLetterKey`. */
export function isCommandKey(event: Omit<Key, "timeStamp">, letter: string): boolean {
  return event.ctrlKey !== event.metaKey && !event.altKey && isLetter(event, letter);
}

function isLetter({ key, code }: Pick<KeyboardEvent, "key" | "code">, letter: string): boolean {
  const typed = key.toLowerCase();
  return /^[a-z]$/.test(typed) ? typed === letter : code === `Key${letter.toUpperCase()}`;
}

/** Whether the key belongs to a field, a dialog or a menu. Keys for the board must not act there. */
export function isTypingTarget(target: EventTarget | null): boolean {
  return isIn(target, `${fields}, [role=menu]`);
}

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
