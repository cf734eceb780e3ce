import { expect, test } from "vitest";
import { nextTitle } from "./nextTitle.ts";

test.each([
  ["Sprint 41", "Sprint 42"],
  ["Спринт №9: ретро", "Спринт №10: ретро"],
  ["Retro", "Retro"],
  ["Retro 26.11.2026", "Retro 26.11.2026"],
  ["Retro 2026", "Retro 2026"],
])("the board after %j is %j [F11]", (title, next) => expect(nextTitle(title)).toBe(next));
