import { createContext, use, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { FocusEvent } from "react";
import { afterPaint } from "../../../board-state/afterPaint.ts";
import { afterModals } from "../../../ui/dialogs/modals.ts";
import { addControlOf, columnElement } from "../composer/composer.ts";
import { stickerCardOf } from "./stickerFocus.ts";

/** A sticker with the stickers that contain it: first its own id, last that of the column's child. */
export type StickerPath = readonly string[];

export const RovingFocusContext = createContext<RovingFocus | null>(null);

function useRovingFocus(): RovingFocus {
  const focus = use(RovingFocusContext);
  if (focus === null) throw new Error("useRovingFocus() outside of a board");
  return focus;
}

/** Null in an empty column. The last id is the child of the column that is or contains the stop. */
export function useTabStop(columnId: string, ids: readonly string[]): StickerPath | null {
  const focus = useRovingFocus();
  const last = useSyncExternalStore(focus.subscribe, () => focus.lastIn(columnId));
  const [first] = ids;
  const firstPath = useMemo(() => (first === undefined ? null : [first]), [first]);
  return last !== undefined && ids.includes(last.at(-1) ?? "") ? last : firstPath;
}

export function useFocusInList(columnId: string, ids: readonly string[]): void {
  const focus = useRovingFocus();
  const shown = useRef(ids);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = ids;
    if (before !== ids) focus.listChanged(columnId, before, ids);
  });
}

/** The next, else the previous; null if none is left. */
export function successorOf(
  gone: string,
  before: readonly string[],
  after: readonly string[],
): string | null {
  const at = before.indexOf(gone);
  const left = new Set(after);
  const isLeft = (id: string) => left.has(id);
  return before.slice(at + 1).find(isLeft) ?? before.slice(0, at).findLast(isLeft) ?? null;
}

/** The roving tabindex of WAI-ARIA: Tab reaches the sticker of each column that had the focus last. */
export class RovingFocus {
  readonly #last = new Map<string, StickerPath>();
  readonly #listeners = new Set<() => void>();
  #changed = false;
  /** Also while a dialog or menu that was opened from there has the focus. */
  #focused: { element: HTMLElement; columnId: string } | null = null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly lastIn = (columnId: string): StickerPath | undefined => this.#last.get(columnId);

  readonly onFocus = ({ target }: FocusEvent): void => {
    const path = pathTo(target);
    const columnId = target.closest<HTMLElement>("[data-column]")?.dataset["column"];
    const isOnSticker = target instanceof HTMLElement && columnId !== undefined && path.length > 0;
    this.#focused = isOnSticker ? { element: target, columnId } : null;
    if (!isOnSticker) return;
    this.#setLast(columnId, path);
    // A stop is not visible. Render it after the frame that answers the press, or before the Tab key, which
    // goes by it.
    afterPaint(this.#showStops);
    document.addEventListener("keydown", this.#showStops, { capture: true, once: true });
  };

  readonly onBlur = ({ target, relatedTarget }: FocusEvent): void => {
    // When the window loses the focus, the element stays the active one.
    const isKept = document.activeElement === target || relatedTarget?.closest(".MuiModal-root") != null;
    if (!isKept) this.#focused = null;
  };

  /** The stop, and the focus if it was there, move to the neighbour of a sticker that has left. */
  readonly listChanged = (columnId: string, before: readonly string[], after: readonly string[]): void => {
    const path = this.lastIn(columnId) ?? [];
    const at = path.findIndex((id) => before.includes(id));
    const member = path[at];
    if (member !== undefined && !after.includes(member)) {
      const successor = successorOf(member, before, after);
      // Without a successor the group's head is next; a column has none.
      this.#setLast(columnId, [...(successor === null ? [] : [successor]), ...path.slice(at + 1)]);
      this.#showStops();
    }
    this.#restoreFocus(columnId);
  };

  readonly #showStops = (): void => {
    if (!this.#changed) return;
    this.#changed = false;
    for (const listener of this.#listeners) listener();
  };

  /** A dialog or menu that is open keeps the focus until it closes. */
  #restoreFocus(columnId: string): void {
    // React itself keeps the focus on an element that only changes its place.
    if (this.#focused?.columnId !== columnId || this.#focused.element.isConnected) return;
    this.#focused = null;
    afterModals(() =>
      // The code that changed the list may focus something in this frame.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) this.#stopOf(columnId)?.focus({ preventScroll: true });
      }),
    );
  }

  #stopOf(columnId: string): HTMLElement | null {
    const [id] = this.lastIn(columnId) ?? [];
    return (id === undefined ? null : stickerCardOf(id)) ?? addControlOf(columnElement(columnId));
  }

  #setLast(columnId: string, path: StickerPath): void {
    const before = this.lastIn(columnId) ?? [];
    if (before.length === path.length && before.every((id, i) => id === path[i])) return;
    if (path.length === 0) this.#last.delete(columnId);
    else this.#last.set(columnId, path);
    this.#changed = true;
  }
}

function pathTo(element: Element): string[] {
  const path: string[] = [];
  let slot = element.closest<HTMLElement>("[data-sticker]");
  while (slot !== null) {
    path.push(slot.dataset["sticker"] ?? "");
    slot = slot.parentElement?.closest<HTMLElement>("[data-sticker]") ?? null;
  }
  return path;
}
