let pressed = false;
let watchers = 0;
let waiting: (() => void)[] = [];

function onPress(): void {
  pressed = true;
}

function onRelease(): void {
  pressed = false;
  // The click comes right after the release.
  setTimeout(() => {
    if (pressed) return;
    for (const work of waiting.splice(0)) work();
  }, 0);
}

/**
 * Watches whether a pointer is down.
 * @returns the function that ends the watching
 */
export function watchPresses(): () => void {
  watchers += 1;
  if (watchers === 1) {
    window.addEventListener("pointerdown", onPress, true);
    window.addEventListener("pointerup", onRelease, true);
    window.addEventListener("pointercancel", onRelease, true);
  }
  return () => {
    watchers -= 1;
    if (watchers > 0) return;
    window.removeEventListener("pointerdown", onPress, true);
    window.removeEventListener("pointerup", onRelease, true);
    window.removeEventListener("pointercancel", onRelease, true);
    pressed = false;
    waiting = [];
  };
}

/** Calls a function when no pointer is down: what it moves would move under the pointer, which then clicks something else. */
export function afterPress(work: () => void): void {
  if (pressed) waiting.push(work);
  else setTimeout(work, 0);
}
