import { expect, test } from "vitest";
import { defaultInputMethod } from "./topics.ts";

test("help begins with touch at a width of 760 or less, else with the mouse", () => {
  expect([360, 760, 761, 1440].map(defaultInputMethod)).toEqual(["touch", "touch", "mouse", "mouse"]);
});
