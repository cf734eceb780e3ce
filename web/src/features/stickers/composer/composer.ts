import { createContext, use } from "react";
import { externalStore } from "../../../ui/externalStore.ts";

/** One for the board; the object stays the same. */
export type Composer = ReturnType<typeof createComposer>;

/** A longer press is not a click. */
const maxPressMs = 1000;

export const ComposerContext = createContext<Composer | null>(null);

export function useComposer(): Composer {
  const composer = use(ComposerContext);
  if (composer === null) throw new Error("useComposer() outside of a board");
  return composer;
}

export function createComposer() {
  const column = externalStore<string | null>(null);
  /** The column in which it will probably open: a press on a control that opens it has begun. */
  const next = externalStore<string | null>(null);
  let pressEnd: ReturnType<typeof setTimeout> | undefined;
  let openedFrom: Element | null = null;
  let evenIn: string | null = null;
  return {
    column,
    next,
    isOpen: () => column.get() !== null,
    /** The section whose columns it keeps even [L2]; null: its writer has named the column. */
    evenIn: () => evenIn,
    /** Renders the field out of sight, so that the end of the press only has to show it. */
    prepare(columnId: string) {
      clearTimeout(pressEnd);
      next.set(columnId);
      pressEnd = setTimeout(() => next.set(null), maxPressMs);
    },
    open(columnId: string, sectionId: string | null = null) {
      evenIn = sectionId;
      clearTimeout(pressEnd);
      next.set(null);
      if (column.get() === null) openedFrom = document.activeElement;
      column.set(columnId);
    },
    /** `restoreFocus`: unless the focus has moved on. */
    close(columnId: string, { restoreFocus } = { restoreFocus: false }) {
      if (column.get() !== columnId) return;
      const opener = openedFrom;
      openedFrom = null;
      column.set(null);
      if (restoreFocus) focusAfterClose(columnId, opener);
    },
  };
}

function focusAfterClose(columnId: string, opener: Element | null): void {
  // A click on the board focuses the main content: from there the key N would open the composer in another
  // column.
  const known = opener instanceof HTMLElement && !opener.matches("body, main");
  // The plus is rendered in place of the composer.
  queueMicrotask(() => {
    if (known && opener.isConnected) opener.focus();
    else addControlOf(columnElement(columnId))?.focus();
  });
}

/** The column's plus, or the bar of a phone, which shows a plus only for a draft. */
export function addControlOf(column: Element | null): HTMLElement | null {
  const plus = column?.querySelector<HTMLElement>("button.add-tile") ?? null;
  const bar = document.querySelector<HTMLElement>(".add-button");
  return plus?.dataset["draft"] === undefined ? (bar ?? plus) : plus;
}

export function columnElement(columnId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-column="${CSS.escape(columnId)}"]`);
}

export function adjacentColumn(columnId: string, step: 1 | -1): string | null {
  const shown = [...document.querySelectorAll<HTMLElement>("[data-column]")].filter(
    (element) => !("checkVisibility" in element) || element.checkVisibility(),
  );
  const at = shown.findIndex((element) => element.dataset["column"] === columnId);
  return at < 0 ? null : (shown[at + step]?.dataset["column"] ?? null);
}
