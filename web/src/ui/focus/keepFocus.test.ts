// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepFocus } from "./keepFocus.ts";

/** Longer than the watch, in milliseconds. */
const afterTheWatch = 2000;

function addButton(parent: HTMLElement = document.body): HTMLButtonElement {
  return parent.appendChild(document.createElement("button"));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe("keepFocus", () => {
  it("moves the focus to the fallback when the focused element disappears", () => {
    const [focused, fallback] = [addButton(), addButton()];
    focused.focus();
    keepFocus(() => fallback);
    vi.advanceTimersByTime(100);
    expect(document.activeElement).toBe(focused);
    focused.remove();
    vi.advanceTimersByTime(100);
    expect(document.activeElement).toBe(fallback);
  });

  it("asks for the fallback only then: it may not exist before", () => {
    const focused = addButton();
    focused.focus();
    let later: HTMLElement | null = null;
    keepFocus(() => later);
    vi.advanceTimersByTime(100);
    later = addButton();
    focused.remove();
    vi.advanceTimersByTime(100);
    expect(document.activeElement).toBe(later);
  });

  it("does nothing while the focus stays, or moves to another element", () => {
    const [focused, other, fallback] = [addButton(), addButton(), addButton()];
    focused.focus();
    keepFocus(() => fallback);
    vi.advanceTimersByTime(100);
    other.focus();
    focused.remove();
    vi.advanceTimersByTime(afterTheWatch);
    expect(document.activeElement).toBe(other);
  });

  it("watches no longer than a menu takes to close", () => {
    const [focused, fallback] = [addButton(), addButton()];
    focused.focus();
    keepFocus(() => fallback);
    vi.advanceTimersByTime(afterTheWatch);
    focused.remove();
    vi.advanceTimersByTime(afterTheWatch);
    expect(document.activeElement).toBe(document.body);
  });

  it("watches a dialog that had the focus until it has closed, however slow the device is", () => {
    const dialog = document.body.appendChild(document.createElement("div"));
    dialog.className = "MuiModal-root";
    const fallback = addButton();
    addButton(dialog).focus();
    keepFocus(() => fallback);
    vi.advanceTimersByTime(afterTheWatch);
    dialog.remove();
    vi.advanceTimersByTime(100);
    expect(document.activeElement).toBe(fallback);
  });

  it("a later call replaces an earlier one", () => {
    const [focused, first, second] = [addButton(), addButton(), addButton()];
    focused.focus();
    keepFocus(() => first);
    keepFocus(() => second);
    const focusedFirst = vi.spyOn(first, "focus");
    focused.remove();
    vi.advanceTimersByTime(100);
    expect(document.activeElement).toBe(second);
    expect(focusedFirst).not.toHaveBeenCalled();
  });
});
