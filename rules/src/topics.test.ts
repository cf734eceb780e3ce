import { expect, test } from "vitest";
import { column, section, sticker } from "./testing/board.ts";
import { topicsOf } from "./topics.ts";

const items = [
  section("A"),
  column("A1", "A"),
  sticker("first", "A1", { order: "a0", votes: 1 }),
  sticker("group", "A1", { order: "a1", votes: 1 }),
  sticker("inner", "group", { votes: 0 }),
  sticker("innermost", "inner", { votes: 1 }),
  sticker("none", "A1", { order: "a2", votes: 0 }),
  sticker("last", "A1", { order: "a3", votes: 1 }),
];
const named = (votesOf?: Parameters<typeof topicsOf>[1]) => {
  const topics = topicsOf(items, votesOf);
  return (
    topics && {
      voted: topics.voted.map(({ sticker: { id }, votes, members }) => [id, votes, members.length]),
      unvoted: topics.unvoted.map(({ sticker: { id } }) => id),
    }
  );
};

test("[R1, R2, V4] a group counts with all its votes; equals keep the board's order", () => {
  expect(named()).toEqual({
    voted: [
      ["group", 2, 2],
      ["first", 1, 0],
      ["last", 1, 0],
    ],
    unvoted: ["none"],
  });
});

test("[R1] another round has an order of its own", () => {
  expect(named(({ id }) => (id === "none" ? 3 : 0))).toEqual({
    voted: [["none", 3, 0]],
    unvoted: ["first", "group", "last"],
  });
});

test("[H2] there is no order while a count is withheld", () => {
  expect(named(({ id }) => (id === "innermost" ? null : 1))).toBeNull();
});
