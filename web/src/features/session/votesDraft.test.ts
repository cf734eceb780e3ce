import { limits } from "@retro/contract/limits";
import { expect, it } from "vitest";
import { draftOf, firstLimit, limitFault, toApply } from "./votesDraft.ts";

it.each([
  ["", "validation.required"],
  ["  ", "validation.required"],
  ["1.5", "validation.wholeNumber"],
  ["two", "validation.wholeNumber"],
  ["-1", "validation.notNegative"],
  [String(limits.voteLimitMax + 1), "validation.tooLarge"],
  [String(limits.voteLimitMax), null],
  ["0", null],
  ["3", null],
])("a limit of %j: %s", (limit, fault) => {
  expect(limitFault(limit)).toBe(fault);
});

it("what is applied differs from what is stored, and is a limit", () => {
  const stored = { limit: 3, item: "board" } as const;
  expect(draftOf(stored)).toEqual({ limit: "3", item: "board" });
  expect(toApply(draftOf(stored), stored)).toBeNull();
  expect(toApply({ limit: "5", item: "board" }, stored)).toEqual({ limit: 5, item: "board" });
  expect(toApply({ limit: "3", item: "section" }, stored)).toEqual({ limit: 3, item: "section" });
  expect(toApply({ limit: "x", item: "section" }, stored)).toBeNull();
  expect(firstLimit).toEqual({ limit: 0, item: "board" });
});
