/**
 * As the `ref` of an area with `tabIndex={-1}`: when what has the focus in it disappears, the area takes the
 * focus, whoever caused that (WCAG 2.4.3).
 */
export function holdFocus(area: HTMLElement): () => void {
  let focused: Element | null = null;
  /** The innermost such area around it. */
  let inner: HTMLElement | null = null;
  const onFocusIn = ({ target }: FocusEvent) => {
    const element = target as Element;
    focused = element;
    inner = element.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null;
  };
  // A removal takes the focus away, too: only what is still there afterwards was left by its user.
  const onFocusOut = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (focused === target && focused?.isConnected && document.activeElement !== target) focused = null;
    });
  const observer = new MutationObserver(() => {
    if (focused === null || focused.isConnected) return;
    focused = null;
    // After whoever moves the focus themselves, as `focusNextFrame` does.
    requestAnimationFrame(() => {
      const home = inner?.isConnected === true ? inner : area;
      if (document.activeElement === document.body) home.focus({ preventScroll: true });
    });
  });
  area.addEventListener("focusin", onFocusIn);
  area.addEventListener("focusout", onFocusOut);
  observer.observe(area, { childList: true, subtree: true });
  return () => {
    area.removeEventListener("focusin", onFocusIn);
    area.removeEventListener("focusout", onFocusOut);
    observer.disconnect();
  };
}
