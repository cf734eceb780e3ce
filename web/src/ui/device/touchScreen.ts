import { externalStore, useExternalStore } from "../externalStore.ts";

/** The keyboard is then on the screen, if at all: texts do not mention keys. */
export function isTouchScreen(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

const keys = new Set(["Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Escape"]);
const keyboard = externalStore(false);
document.addEventListener("keydown", function onKeyDown({ key }) {
  if (!keys.has(key)) return;
  keyboard.set(true);
  document.removeEventListener("keydown", onKeyDown);
});

/**
 * A tablet with a keyboard has a coarse pointer, too. A key that screen keyboards lack shows that there is
 * one.
 */
export function useHasKeyboard(): boolean {
  return useExternalStore(keyboard) || !isTouchScreen();
}
