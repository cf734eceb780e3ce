import { expect, it } from "vitest";
import { readingLine } from "./readingLine.ts";

const screen = { top: 92, bottom: 700 };

it("is near the top of a long page until the last screenful, and at the bottom of the screen at the end", () => {
  const at = (scrolled: number) => readingLine({ ...screen, scrolled, scrollable: 5000 });
  expect([at(0), at(2000), at(4400)]).toEqual([188, 188, 188]);
  expect(at(4744)).toBe(444);
  expect(at(5000)).toBe(700);
  // Safari scrolls a little beyond the end.
  expect(at(5040)).toBe(700);
});

it("moves over the whole screen on a page that scrolls little, and not at all on one that does not scroll", () => {
  const at = (scrolled: number, scrollable: number) => readingLine({ ...screen, scrolled, scrollable });
  expect([at(0, 100), at(50, 100), at(100, 100)]).toEqual([188, 444, 700]);
  expect(at(0, 0)).toBe(188);
});
