// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followScreenKeyboard } from "./screenKeyboard.ts";

/** The part of the page that the browser shows; jsdom has none. */
let viewport: EventTarget & { height: number; scale: number };
let stop: () => void;
const keyboard = () => document.documentElement.style.getPropertyValue("--keyboard");
const scrolled = vi.fn<(this: Element) => void>();

function resize(height: number, scale = 1): void {
  Object.assign(viewport, { height, scale });
  viewport.dispatchEvent(new Event("resize"));
}

beforeEach(async () => {
  window.innerHeight = 800;
  viewport = Object.assign(new EventTarget(), { height: 800, scale: 1 });
  vi.stubGlobal("visualViewport", viewport);
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled.call(this);
  };
  scrolled.mockClear();
  document.body.innerHTML = "<input>";
  stop = followScreenKeyboard();
  await new Promise(requestAnimationFrame);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

it("gives the height of a keyboard that lies over the page, and scrolls the focused field above it", () => {
  document.querySelector("input")?.focus();
  resize(460);
  expect(keyboard()).toBe("340px");
  expect(scrolled.mock.contexts).toEqual([document.activeElement]);
  resize(800);
  expect(keyboard()).toBe("");
  expect(scrolled).toHaveBeenCalledTimes(1);
});

it("scrolls the focused field into view when the page itself became smaller", () => {
  document.querySelector("input")?.focus();
  window.innerHeight = 460;
  resize(460);
  expect(keyboard()).toBe("");
  expect(scrolled).toHaveBeenCalledTimes(1);
});

it("takes neither a zoomed page nor a browser bar for a keyboard, and scrolls nothing without a focused field", () => {
  resize(400, 2);
  resize(800, 1);
  resize(740, 1);
  expect(keyboard()).toBe("");
  resize(400, 1);
  expect(keyboard()).toBe("400px");
  expect(scrolled).not.toHaveBeenCalled();
  stop();
  expect(keyboard()).toBe("");
});
