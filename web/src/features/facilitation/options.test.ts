import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { describe, expect, it } from "vitest";
import { usualSteps } from "@retro/rules/meeting";
import { restrictionsOf } from "./restrictions.ts";
import { toDraft, limitFault, changedLimit } from "./votesDraft.ts";

describe("the vote limit's fields (spec 5.8)", () => {
  const stored = { limit: 5, item: "board" } as const;

  it("applies only what differs from what is stored", () => {
    expect(changedLimit(toDraft(stored), stored)).toBeNull();
    expect(changedLimit({ limit: "05", item: "board" }, stored)).toBeNull();
    expect(changedLimit({ limit: "6", item: "board" }, stored)).toEqual({ limit: 6, item: "board" });
    expect(changedLimit({ limit: "5", item: "section" }, stored)).toEqual({ limit: 5, item: "section" });
    expect(changedLimit({ limit: "0", item: "board" }, stored)).toEqual({ limit: 0, item: "board" });
  });

  it.each([
    ["", "validation.required"],
    ["-1", "validation.notNegative"],
    ["1.5", "validation.wholeNumber"],
    ["e", "validation.wholeNumber"],
    ["1000", "validation.tooLarge"],
    ["0", null],
    ["999", null],
  ])("judges %j as %s", (limit, fault) => {
    expect(limitFault(limit)).toBe(fault);
    expect(changedLimit({ limit, item: "section" }, stored) === null).toBe(fault !== null);
  });
});

describe("what the strip says", () => {
  const kinds = (options: Partial<typeof noOptions>) =>
    restrictionsOf({ ...noOptions, ...options }).map(({ label, count }) => [label, count]);

  it("says nothing while no option is set, nor of the author's choice", () => {
    expect(kinds({})).toEqual([]);
    expect(kinds({ avatars: "none" })).toEqual([]);
  });

  it("says that no votes are permitted at a limit of 0, else how many", () => {
    expect(kinds({ votes: { limit: 0, item: "section" } })).toEqual([["session.noVotes", undefined]]);
    expect(kinds({ votes: { limit: 3, item: "section" } })).toEqual([["session.limitSection", 3]]);
    expect(kinds({ votes: { limit: 1, item: "board" } })).toEqual([["session.limitBoard", 1]]);
  });

  it("says of a limit of 0 in a meeting when its votes come", () => {
    const label = (step: string) =>
      restrictionsOf(
        { ...noOptions, votes: { limit: 0, item: "board" } },
        { steps: usualSteps(false), step, at: 0, started: 0 },
      )[0]?.label;
    expect(label("write")).toBe("session.votingLater");
    expect(label("discuss")).toBe("session.votingOver");
  });

  it("names each option that is set", () => {
    const all = {
      hideContent: true,
      stopEditing: true,
      concealVoteCount: true,
      showStickerDate: true,
      avatars: "hide",
    } as const;
    expect(kinds(all).map(([label]) => label)).toEqual([
      "session.contentHidden",
      "session.editingStopped",
      "session.countsConcealed",
      "session.avatarsHidden",
      "session.datesShown",
    ]);
  });
});
