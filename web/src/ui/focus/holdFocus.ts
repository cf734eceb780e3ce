import { type RefObject, useCallback } from "react";

/**
 * As the `ref` of an area with `tabIndex={-1}`: when what has the focus in it disappears, the area takes the
 * focus, whoever caused that (WCAG 2.4.3). When the area disappears with it, what is around takes it.
 *
 * @param next what has come in place of the area, which then takes the focus instead
 */
export function holdFocus(area: HTMLElement, next: () => HTMLElement | null = () => null): () => void {
  let focused: Element | null = null;
  /** The innermost such area around it. */
  let inner: HTMLElement | null = null;
  const onFocusIn = ({ target }: FocusEvent) => {
    const element = target as Element;
    focused = element;
    inner = element.parentElement?.closest<HTMLElement>(areaSelector) ?? null;
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
    // React removes the area after this.
    if (!area.contains(document.activeElement)) return;
    const around = areasAround(area);
    requestAnimationFrame(() => {
      const home = next() ?? around.find(({ isConnected }) => isConnected);
      if (document.activeElement === document.body) home?.focus({ preventScroll: true });
    });
  };
}

/** A control of a list with a roving tab stop has `tabindex="-1"`, too: it is no area. */
const areaSelector = ':is(section, main)[tabindex="-1"]';

/** The innermost first. */
function areasAround(area: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at: HTMLElement | null | undefined = area; at != null;) {
    at = at.parentElement?.closest<HTMLElement>(areaSelector);
    if (at != null) found.push(at);
  }
  return found;
}

/** `holdFocus` for areas that follow each other in one place, of which `areaRef` has the present one. */
export function useHeldFocus(areaRef: RefObject<HTMLElement | null>) {
  return useCallback(
    (area: HTMLElement) => {
      areaRef.current = area;
      const stop = holdFocus(area, () => areaRef.current);
      return () => {
        areaRef.current = null;
        stop();
      };
    },
    [areaRef],
  );
}
