import { limits } from "@retro/contract/limits";
import { expect, it } from "vitest";
import { toDraft, defaultVotesLimit, limitFault, changedLimit } from "./votesDraft.ts";

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
  expect(toDraft(stored)).toEqual({ limit: "3", item: "board" });
  expect(changedLimit(toDraft(stored), stored)).toBeNull();
  expect(changedLimit({ limit: "5", item: "board" }, stored)).toEqual({ limit: 5, item: "board" });
  expect(changedLimit({ limit: "3", item: "section" }, stored)).toEqual({ limit: 3, item: "section" });
  expect(changedLimit({ limit: "x", item: "section" }, stored)).toBeNull();
  expect(defaultVotesLimit).toEqual({ limit: 0, item: "board" });
});
