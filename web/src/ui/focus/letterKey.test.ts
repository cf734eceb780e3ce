// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from "vitest";
import { forgetTyping, isLetterKey, watchTyping } from "./letterKey.ts";

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = "<textarea></textarea><div role=dialog><button></button></div><p tabindex=0></p>";
  stop = watchTyping();
});
afterEach(() => stop());

/** @param at in milliseconds */
function press(key: string, on: string, at: number): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true });
  Object.defineProperty(event, "timeStamp", { value: at });
  document.querySelector(on)?.dispatchEvent(event);
  return event;
}
const isCommand = (at: number) => isLetterKey(press("n", "p", at), "n");

it.each([
  ["a letter in a field", "x", "textarea"],
  ["Enter in a field, which saves", "Enter", "textarea"],
  ["a key in a dialog", "Enter", "button"],
])("a letter is a command 800 ms after %s, and not before", (_what, key, on) => {
  press(key, on, 1000);
  expect([isCommand(1799), isCommand(2599)]).toEqual([false, true]);
});

it("letters that go on after the field has closed stay no commands, however many follow", () => {
  press("Enter", "textarea", 1000);
  expect([1700, 2400, 3100, 3800].map(isCommand)).toEqual([false, false, false, false]);
  expect(isCommand(4600)).toBe(true);
});

it("a key in the board, and what was typed on another screen, hold no letter back", () => {
  press("Enter", "p", 1000);
  expect(isCommand(1001)).toBe(true);
  press("x", "textarea", 2000);
  forgetTyping();
  expect(isCommand(2001)).toBe(true);
});
