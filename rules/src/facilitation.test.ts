import { expect, test } from "vitest";
import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import {
  anyOptionSet,
  emptyFacilitation,
  withBoardBinned,
  withoutItems,
  withTimerStopped,
  withSeatLeft,
  withSeatTaken,
  withOption,
} from "./facilitation.ts";
import { facilitation } from "./testing/board.ts";

const noOption = {
  hideContent: false,
  stopEditing: false,
  concealVoteCount: false,
  showStickerDate: false,
  votes: false,
  avatars: false,
};
const idle = { startTime: null, pauseTime: null, countTime: 300, countPauseTime: null };
const free = { facilitator_id: null, facilitator_options: noOption, timer: idle };
const meeting = { steps: [{ id: "talk", kind: "discuss", minutes: 5 } as const], step: "talk", at: 1 };
const running = { startTime: 5000, pauseTime: null, countTime: 60, countPauseTime: null };

const each: [string, Partial<FacilitatorOptions>][] = [
  ["hideContent", { hideContent: true }],
  ["stopEditing", { stopEditing: true }],
  ["concealVoteCount", { concealVoteCount: true }],
  ["showStickerDate", { showStickerDate: true }],
  ["votes", { votes: { limit: 3, item: "section" } }],
  ["votes with a limit of 0", { votes: { limit: 0, item: "board" } }],
  ["avatars: author's choice", { avatars: "none" }],
  ["avatars shown", { avatars: "show" }],
  ["avatars hidden", { avatars: "hide" }],
];

test("[S1] no option is set while all six are false", () => {
  expect(anyOptionSet(noOption as FacilitatorOptions)).toBe(false);
});

test.each(each)("[S1] an option is set: %s", (_, options) => {
  expect(anyOptionSet(facilitation(options).facilitator_options)).toBe(true);
});

test("[S1] a free seat is taken by asking; options and timer stay", () => {
  const before: Facilitation = { ...facilitation({ hideContent: true }, null), timer: running };
  expect(withSeatTaken(before, "ann", false)).toEqual({ ...before, facilitator_id: "ann" });
});

test("[S1] a facilitator who takes the seat again changes nothing", () => {
  const mine = facilitation({ stopEditing: true }, "ann");
  expect(withSeatTaken(mine, "ann", false)).toBe(mine);
});

test("[S1] a seat that somebody else holds is not given", () => {
  expect(withSeatTaken(facilitation({}, "ben"), "ann", false)).toBeNull();
});

test("[S2] a seat whose holder is gone is taken over; options and timer stay as they are", () => {
  const before: Facilitation = {
    ...facilitation({ hideContent: true, avatars: "hide" }, "ben"),
    timer: running,
  };
  expect(withSeatTaken(before, "ann", true)).toEqual({ ...before, facilitator_id: "ann" });
});

test("[S1] leaving clears seat, options and timer", () => {
  expect(emptyFacilitation({})).toEqual(free);
});

test("[F1] leaving the seat in a meeting keeps options, timer and step", () => {
  const before = { ...facilitation({ hideContent: true }, "ann"), timer: running, meeting };
  expect(withSeatLeft(before)).toEqual({ ...before, facilitator_id: null });
  expect(withSeatLeft({ ...facilitation({ hideContent: true }, "ann"), timer: running })).toEqual(free);
});

test("[M4] a board in the bin keeps the seat while it hides something, and its review ends", () => {
  const before = { ...facilitation({ hideContent: true }, "ann"), timer: running };
  expect(withBoardBinned(before)).toEqual({ ...before, timer: idle });
  expect(withBoardBinned({ ...facilitation({}, "ann"), timer: running })).toEqual(free);
  const reviewing = { ...facilitation({}, "ann"), meeting: { ...meeting, review: "open" } };
  expect(withBoardBinned(reviewing)).toEqual({ ...reviewing, meeting });
});

test("[F6, V8] deleted items are neither topic nor section of the open round", () => {
  const rounds = [{ sections: ["A"], closed: 1 }, { sections: ["A", "B"] }];
  const before = { ...facilitation({}, "ann"), rounds, meeting: { ...meeting, topic: "a1" } };
  expect(withoutItems(before, ["a2", "C"])).toBe(before);
  expect(withoutItems(before, ["A", "a1"])).toEqual({
    ...before,
    rounds: [rounds[0], { sections: ["B"] }],
    meeting,
  });
  expect(withoutItems(before, ["A", "B"]).rounds).toEqual([rounds[0], {}]);
});

test("[S1] stopping the timer while no option is set clears the seat", () => {
  expect(withTimerStopped({ ...facilitation(), timer: running })).toEqual(free);
});

test.each(each)("[S1] stopping the timer keeps seat and options while one is set: %s", (_, options) => {
  const before: Facilitation = { ...facilitation(options), timer: running };
  expect(withTimerStopped(before)).toEqual({ ...before, timer: idle });
});

test("[E3] setting an option changes that one only", () => {
  const before = facilitation({ hideContent: true, votes: { limit: 2, item: "board" } });
  const after = withOption(before, "avatars", "show");
  expect(after).toEqual({
    facilitator_id: "facilitator",
    timer: idle,
    facilitator_options: {
      hideContent: true,
      stopEditing: false,
      concealVoteCount: false,
      showStickerDate: false,
      votes: { limit: 2, item: "board" },
      avatars: "show",
    },
  });
  expect(withOption(after, "hideContent", false).facilitator_options).toMatchObject({
    hideContent: false,
    avatars: "show",
  });
  expect(before.facilitator_options.avatars).toBe(false);
});
