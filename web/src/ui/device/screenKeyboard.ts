/** In pixels: a window that becomes lower by less has lost a browser bar. */
const leastKeyboard = 100;

/**
 * Safari lays the keyboard over the page, which gets its height as `--keyboard`; other browsers make the page
 * smaller (`interactive-widget` in index.html).
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
