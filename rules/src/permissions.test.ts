import { describe, expect, test } from "vitest";
import {
  isFacilitator,
  isHiddenFrom,
  mayEditBoard,
  mayEditStickers,
  mayFacilitate,
  mayNameWriters,
  mayChangeSticker,
  mayStartTimer,
  seesAuthor,
  seesCounts,
} from "./permissions.ts";
import { column, section, facilitation, sticker } from "./testing/board.ts";

const ownersSticker = sticker("a", "c", { user_id: "owner" });
const nobodys = sticker("b", "c", { user_id: null });
const noSeat = null;

test("[E1] the facilitator is the user whose id the board names; nobody is not", () => {
  expect(isFacilitator(facilitation(), "facilitator")).toBe(true);
  expect(isFacilitator(facilitation(), "owner")).toBe(false);
  expect(isFacilitator(facilitation(), null)).toBe(false);
  expect(isFacilitator(facilitation({}, noSeat), "owner")).toBe(false);
  expect(isFacilitator(facilitation({}, noSeat), null)).toBe(false);
});

test.each([
  ["anyone, without a facilitator", noSeat, "owner", null],
  ["the facilitator", "facilitator", "facilitator", null],
  ["anyone else, with a facilitator", "facilitator", "owner", "board_locked"],
])("[E1] %s and the board's settings, sections and timer menu", (_, seat, user, refusal) => {
  expect(mayEditBoard(facilitation({}, seat), user)).toBe(refusal);
  // Stopping the editing of stickers does not affect the board's settings.
  expect(mayEditBoard(facilitation({ stopEditing: true }, seat), user)).toBe(refusal);
});

test("[S1] attack: nobody takes the seat of a facilitator who has left by starting the timer, while it hides anything", () => {
  expect(mayStartTimer(facilitation({ hideContent: true }, noSeat), "owner")).toBe("facilitator_only");
  expect(mayStartTimer(facilitation({ hideContent: true }), "facilitator")).toBeNull();
  expect(mayStartTimer(facilitation({}, noSeat), "owner")).toBeNull();
  expect(mayStartTimer(facilitation({}), "owner")).toBe("board_locked");
});

test.each([
  ["anyone, no facilitator", false, noSeat, "owner", null],
  ["the facilitator", false, "facilitator", "facilitator", null],
  ["anyone else", false, "facilitator", "owner", null],
  ["anyone, no facilitator, editing stopped", true, noSeat, "owner", null],
  ["the facilitator, editing stopped", true, "facilitator", "facilitator", null],
  ["anyone else, editing stopped", true, "facilitator", "owner", "stickers_locked"],
])("[E2] stickers are edited by %s", (_, stopEditing, seat, user, refusal) => {
  expect(mayEditStickers(facilitation({ stopEditing }, seat), user)).toBe(refusal);
});

test.each([
  ["the facilitator", "facilitator", "facilitator", null],
  ["a participant", "facilitator", "owner", "facilitator_only"],
  ["anyone while there is no facilitator", noSeat, "owner", "facilitator_only"],
])("[E3] the facilitator's controls and %s", (_, seat, user, refusal) => {
  expect(mayFacilitate(facilitation({}, seat), user)).toBe(refusal);
});

describe("stickers of others", () => {
  test.each([
    ["a participant", {}, "other", null],
    ["the owner, content hidden", { hideContent: true }, "owner", null],
    ["the facilitator, content hidden", { hideContent: true }, "facilitator", null],
    ["a participant, content hidden", { hideContent: true }, "other", "content_hidden"],
    ["the owner, editing stopped", { stopEditing: true }, "owner", "stickers_locked"],
    ["the facilitator, editing stopped", { stopEditing: true }, "facilitator", null],
    ["a participant, both", { stopEditing: true, hideContent: true }, "other", "stickers_locked"],
    ["the facilitator, both", { stopEditing: true, hideContent: true }, "facilitator", null],
  ])("[E4] the owner's sticker is edited, moved and deleted by %s", (_, options, user, refusal) => {
    expect(mayChangeSticker(facilitation(options), ownersSticker, user)).toBe(refusal);
  });

  test("[E4] a sticker that has lost its author is hidden from all but the facilitator", () => {
    const hiding = facilitation({ hideContent: true });
    expect(mayChangeSticker(hiding, nobodys, "owner")).toBe("content_hidden");
    expect(mayChangeSticker(hiding, nobodys, "facilitator")).toBeNull();
  });
});

describe("what is hidden", () => {
  const hiding = facilitation({ hideContent: true });
  test.each([
    ["a participant", hiding, ownersSticker, "other", true],
    ["everybody on the channel", hiding, ownersSticker, null, true],
    ["its owner", hiding, ownersSticker, "owner", false],
    ["the facilitator", hiding, ownersSticker, "facilitator", false],
    ["a participant, of a sticker without an author", hiding, nobodys, "other", true],
    ["the channel, of a sticker without an author", hiding, nobodys, null, true],
    ["a participant, while nothing is hidden", facilitation(), ownersSticker, "other", false],
    ["the channel, while nothing is hidden", facilitation(), ownersSticker, null, false],
    ["a participant, of a section", hiding, section("s"), "other", false],
    ["the channel, of a column", hiding, column("c", "s"), null, false],
    [
      "a participant, the seat being empty",
      facilitation({ hideContent: true }, noSeat),
      ownersSticker,
      "other",
      true,
    ],
  ])("[H1] hidden from %s", (_, state, item, user, hidden) => {
    expect(isHiddenFrom(state, item, user)).toBe(hidden);
  });

  test.each([
    ["a participant", {}, "other", true],
    ["the channel", {}, null, true],
    ["the facilitator, counts concealed", { concealVoteCount: true }, "facilitator", true],
    ["a participant, counts concealed", { concealVoteCount: true }, "owner", false],
    ["the channel, counts concealed", { concealVoteCount: true }, null, false],
    ["a participant, only content hidden", { hideContent: true }, "other", true],
  ])("[H2] counts are shown to %s", (_, options, user, sees) => {
    expect(seesCounts(facilitation(options), user)).toBe(sees);
  });

  test.each([
    ["anyone", false, "owner", "other", true],
    ["anyone, authors choosing themselves", "none", "owner", "other", true],
    ["anyone, avatars shown", "show", "owner", "other", true],
    ["the channel, avatars shown", "show", "owner", null, true],
    ["the author, avatars hidden", "hide", "owner", "owner", true],
    ["a participant, avatars hidden", "hide", "owner", "other", false],
    ["the facilitator, avatars hidden", "hide", "owner", "facilitator", false],
    ["the channel, avatars hidden", "hide", "owner", null, false],
    ["the channel, avatars hidden, of a sticker without an author", "hide", null, null, false],
  ] as const)("[H3] an author is told to %s", (_, avatars, author, user, sees) => {
    expect(seesAuthor(facilitation({ avatars }), author, user)).toBe(sees);
  });
});

test.each([
  [{}, true],
  [{ avatars: "show" }, true],
  [{ avatars: "none", concealVoteCount: true, stopEditing: true }, true],
  [{ avatars: "hide" }, false],
  [{ hideContent: true }, false],
] as const)("[H7] with %j the others learn who is writing: %s", (options, named) => {
  expect(mayNameWriters(facilitation(options))).toBe(named);
});
