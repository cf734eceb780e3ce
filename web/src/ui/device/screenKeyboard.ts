/**
 * A window that becomes lower by less than this has lost a browser bar, not the place of a keyboard, in
 * pixels.
 */
const leastKeyboard = 100;

/**
 * Keeps what the user writes above the keyboard of a touch screen. Most browsers make the page smaller
 * (`interactive-widget` in index.html); Safari lays the keyboard over it, so the page gets its height as
 * `--keyboard`. In both cases the focused field is scrolled into view when the keyboard opens: a dialog's
 * content may be too low for it then.
 * @returns the function that ends it
 */
export function followScreenKeyboard(): () => void {
  const viewport = window.visualViewport ?? null;
  if (viewport === null) return () => undefined;
  const { style } = document.documentElement;
  let free = 0;
  const measure = () => {
    free = freeHeight(viewport);
  };
  // Reading the height now would force a layout before the app has rendered.
  const firstFrame = requestAnimationFrame(measure);
  const follow = () => {
    const before = free;
    measure();
    // A zoomed page shows a part of itself; that is no keyboard.
    const covered = Math.round(window.innerHeight - viewport.height * viewport.scale);
    if (covered >= leastKeyboard) style.setProperty("--keyboard", `${covered}px`);
    else style.removeProperty("--keyboard");
    if (before - free >= leastKeyboard) showFocusedField();
  };
  viewport.addEventListener("resize", follow);
  return () => {
    cancelAnimationFrame(firstFrame);
    viewport.removeEventListener("resize", follow);
    style.removeProperty("--keyboard");
  };
}

function freeHeight({ height, scale }: VisualViewport): number {
  return height * scale;
}

function showFocusedField(): void {
  const field = document.activeElement;
  if (field?.matches("input, textarea") === true) field.scrollIntoView({ block: "nearest" });
}
