// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { focusNextFrame } from "./focusNextFrame.ts";

const addButton = () => document.body.appendChild(document.createElement("button"));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

it("moves the focus when what had it is gone, or still has it", () => {
  for (const gone of [true, false]) {
    const [focused, target] = [addButton(), addButton()];
    focused.focus();
    focusNextFrame(() => target.focus());
    if (gone) focused.remove();
    vi.advanceTimersToNextFrame();
    expect(document.activeElement).toBe(target);
  }
});

it("leaves it where the user has put it since", () => {
  const [focused, target, pressed] = [addButton(), addButton(), addButton()];
  focused.focus();
  focusNextFrame(() => target.focus());
  focused.remove();
  pressed.focus();
  vi.advanceTimersToNextFrame();
  expect(document.activeElement).toBe(pressed);
});
