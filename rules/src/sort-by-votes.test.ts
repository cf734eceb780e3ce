import { describe, expect, test } from "vitest";
import { maySortByVotes, orderByVotes } from "./sort-by-votes.ts";
import { byId, column, facilitation, section, sticker } from "./testing/board.ts";

const item = (id: string, parent: string, order: string, votes: number | null) =>
  sticker(id, parent, { order, votes });
const columns = [section("s"), ...[1, 2, 3].map((n) => column(`c${n}`, "s", { order: `a${n}` }))];

describe("sorting a section by votes", () => {
  test("[V6] orders each column, most votes first; V4 · a group counts with all its stickers", () => {
    const items = byId(
      ...columns,
      item("few", "c1", "a0", 1),
      item("many", "c1", "a1", 3),
      item("group", "c1", "a2", 1),
      item("in group", "group", "a0", 1),
      item("deep in group", "in group", "a0", 2),
      item("none", "c2", "a0", 0),
      item("some", "c2", "a1", 1),
      section("t"),
      column("t1", "t"),
      item("elsewhere", "t1", "a0", 0),
      item("elsewhere too", "t1", "a1", 9),
    );
    expect(orderByVotes(items, "s")).toEqual([
      { parent_id: "c1", from: ["few", "many", "group"], to: ["group", "many", "few"] },
      { parent_id: "c2", from: ["none", "some"], to: ["some", "none"] },
    ]);
  });

  test("[V6] ties keep their order, and a column in order is left out", () => {
    const items = byId(
      ...columns,
      item("a", "c1", "a0", 2),
      item("b", "c1", "a1", 1),
      item("c", "c1", "a2", 1),
      item("d", "c2", "a0", 0),
      item("e", "c2", "a1", 2),
      item("f", "c2", "a2", 0),
      item("g", "c2", "a3", 2),
    );
    expect(orderByVotes(items, "s")).toEqual([
      { parent_id: "c2", from: ["d", "e", "f", "g"], to: ["e", "g", "d", "f"] },
    ]);
  });

  test("[V6] the order inside a group stays", () => {
    const items = byId(
      ...columns,
      item("g", "c1", "a0", 0),
      item("x", "g", "a0", 0),
      item("y", "g", "a1", 5),
    );
    expect(orderByVotes(items, "s")).toEqual([]);
  });

  test.each([
    ["no option", {}, "other", null],
    ["no option", {}, "facilitator", null],
    ["editing stopped", { stopEditing: true }, "other", "stickers_locked"],
    ["editing stopped", { stopEditing: true }, "facilitator", null],
    ["content hidden", { hideContent: true }, "other", "content_hidden"],
    ["content hidden", { hideContent: true }, "facilitator", "content_hidden"],
    ["counts concealed", { concealVoteCount: true }, "other", "counts_concealed"],
    [
      "counts concealed: the order would show them",
      { concealVoteCount: true },
      "facilitator",
      "counts_concealed",
    ],
  ])("[V6] %s: %j, %s may: %s", (_, options, who, refusal) => {
    expect(maySortByVotes(facilitation(options), who)).toBe(refusal);
  });
});
