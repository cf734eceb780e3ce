/** How far a finger may move during a tap, in CSS pixels. */
const tapRadius = 10;
/** Browsers send a tap's mouse and focus events within this many milliseconds after it. */
const tapMs = 700;

export function tooltipOwnerOf(target: EventTarget | null): HTMLElement | null {
  const owner = target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
  // Its name is in sight (`board-header.css`).
  if (owner?.dataset["name"] !== undefined && getComputedStyle(owner).getPropertyValue("--named") !== "")
    return null;
  return owner;
}

const actionable =
  "button:not(:disabled), a[href], input:not(:disabled), textarea, select, [role=button], [role=menuitem], [data-pressable]";

export function tappedOwner(target: EventTarget | null): HTMLElement | null {
  const owner = tooltipOwnerOf(target);
  if (owner === null || "tipTap" in owner.dataset) return owner;
  return (target as Element).closest(actionable) === null ? owner : null;
}

/** By touch events: a disabled control, whose tooltip says why, gets no pointer or click events. */
export function tapsFrom(firstTouch: EventTarget | null, onTap: (owner: HTMLElement | null) => void) {
  let tappedAt = firstTouch === null ? Number.NEGATIVE_INFINITY : performance.now();
  let start: { x: number; y: number } | null = null;
  return {
    touchStarted({ changedTouches: [touch] }: TouchEvent): void {
      if (touch !== undefined) start = { x: touch.clientX, y: touch.clientY };
    },
    touchEnded({ target, changedTouches: [touch] }: TouchEvent): void {
      if (touch === undefined) return;
      tappedAt = performance.now();
      // The first touch may begin before the listeners are added; its tooltip is already open.
      if (start === null) return;
      const moved = Math.hypot(touch.clientX - start.x, touch.clientY - start.y);
      onTap(moved > tapRadius ? null : tappedOwner(target));
    },
    /** Whether the browser may still send events that belong to the last tap. */
    justTapped: (): boolean => performance.now() <= tappedAt + tapMs,
  };
}
