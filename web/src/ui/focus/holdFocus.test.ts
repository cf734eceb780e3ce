// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { holdFocus } from "./holdFocus.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

async function nextFrame() {
  await Promise.resolve();
  vi.advanceTimersToNextFrame();
}

function areaWithButton() {
  const area = document.body.appendChild(document.createElement("section"));
  area.tabIndex = -1;
  const button = area.appendChild(document.createElement("button"));
  holdFocus(area);
  return { area, button };
}

it("gives the area the focus when what has it inside disappears", async () => {
  const { area, button } = areaWithButton();
  button.focus();
  button.remove();
  await nextFrame();
  expect(document.activeElement).toBe(area);
});

it("gives the focus to the area, not to an item of a list with a roving tab stop around it", async () => {
  const { area, button } = areaWithButton();
  const item = area.appendChild(document.createElement("li"));
  item.tabIndex = -1;
  item.append(button);
  button.focus();
  button.remove();
  await nextFrame();
  expect(document.activeElement).toBe(area);
});

it.each([
  ["has left the area", (button: HTMLElement) => button.blur()],
  ["has put it elsewhere", () => document.body.appendChild(document.createElement("button")).focus()],
])("leaves the focus to its user, who %s", async (_name, leave) => {
  const { button } = areaWithButton();
  button.focus();
  leave(button);
  const left = document.activeElement;
  await Promise.resolve();
  button.remove();
  await nextFrame();
  expect(document.activeElement).toBe(left);
});
