/** A toast is never wider than this; with the margin it ends at `reach`. */
const reach = 504;

function place(): void {
  const tops = [...document.querySelectorAll(".page-footer, [data-bottom-bar]")]
    .filter((bar) => getComputedStyle(bar).visibility !== "hidden")
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ left, top, height }) => height > 0 && left < reach && top > innerHeight / 3)
    .map(({ top }) => top);
  const covered = innerHeight - Math.min(innerHeight, ...tops);
  document.documentElement.style.setProperty("--toast-bottom", `${Math.ceil(covered)}px`);
}

let shownToasts = 0;
let stopFollowing: (() => void) | undefined;

/**
 * Keeps the toasts above the footer and all else at the bottom of the window (`data-bottom-bar`): a bar can
 * appear, grow or leave while a toast is shown.
 * @returns ends it for this toast
 */
export function stayAboveBottomBars(): () => void {
  shownToasts += 1;
  stopFollowing ??= follow();
  return () => {
    shownToasts -= 1;
    if (shownToasts > 0) return;
    stopFollowing?.();
    stopFollowing = undefined;
  };
}

function follow(): () => void {
  place();
  const changes = new MutationObserver(place);
  changes.observe(document.body, { childList: true, subtree: true });
  addEventListener("resize", place);
  addEventListener("scroll", place, { passive: true });
  return () => {
    changes.disconnect();
    removeEventListener("resize", place);
    removeEventListener("scroll", place);
  };
}
