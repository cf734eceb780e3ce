import fc from "fast-check";
import { plannedActionCommand } from "./planned-actions.ts";
import type { ItemRef } from "./planned-refs.ts";
import {
  countTime,
  itemRef,
  mostlyItemRef,
  newIdRef,
  optional,
  optionChange,
  revLag,
  sectionStyle,
  stickerStyle,
  titleText,
  type ValueOf,
} from "./planned-values.ts";

const plannedCommand = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("add" as const),
      parent: mostlyItemRef("column", "column", "sticker", "deepest"),
      title: titleText(1000),
      id: newIdRef,
      style: optional(stickerStyle),
      tree: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("batch" as const),
      parent: mostlyItemRef("column", "sticker", "deepest"),
      titles: fc.oneof(
        { weight: 12, arbitrary: fc.array(titleText(1000), { minLength: 1, maxLength: 4 }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom([], Array<string>(100).fill("x"), Array<string>(101).fill("x")),
        },
      ),
      ids: fc.array(newIdRef, { maxLength: 4 }),
      style: optional(stickerStyle),
      tree: fc.boolean(),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant("edit" as const),
      item: mostlyItemRef("sticker", "sticker", "section"),
      title: optional(titleText(255), 1),
      style: optional(fc.oneof<fc.Arbitrary<object>[]>(stickerStyle, sectionStyle), 1),
      name: optional(fc.oneof(titleText(100), fc.constantFrom(null, "")), 1),
      note: optional(fc.oneof(titleText(1000), fc.constantFrom(null, "")), 1),
      rev: revLag,
      tree: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      item: mostlyItemRef("sticker", "deepest"),
      parent: mostlyItemRef("column", "sticker", "deepest"),
      place: fc.oneof(
        { weight: 6, arbitrary: fc.nat(6) },
        { weight: 4, arbitrary: itemRef("sibling", "sibling", "sticker", "deleted") },
        { weight: 2, arbitrary: fc.constant("first" as const) },
        { weight: 1, arbitrary: fc.constantFrom("both" as const, "none" as const, -1) },
      ),
      from: fc.constantFrom("none" as const, "none" as const, "fresh" as const, "stale" as const),
      tree: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("moves" as const),
      items: fc.array(mostlyItemRef("sticker", "sticker", "deepest"), { minLength: 1, maxLength: 4 }),
      parent: mostlyItemRef("sticker", "sticker", "column"),
      from: fc.constantFrom("none" as const, "none" as const, "fresh" as const, "stale" as const),
      tree: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("order" as const),
      parents: fc.uniqueArray(mostlyItemRef("column", "column", "sticker"), {
        minLength: 1,
        maxLength: 3,
        selector: ({ of, n }) => `${of} ${n}`,
      }),
      // Rotates the order of the children; `wrong`: names another present order, or another child.
      turn: fc.nat(3),
      wrong: fc.constantFrom("none" as const, "none" as const, "stale" as const, "other" as const),
      tree: fc.boolean(),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant("delete" as const),
      item: mostlyItemRef("recent", "recent", "sticker", "section"),
      // How many versions ago its user saw the board; null: it does not say.
      since: fc.option(fc.nat(12)),
      rev: revLag,
      tree: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom("react" as const, "react" as const, "unreact" as const),
      item: mostlyItemRef("sticker"),
      kind: fc.constantFrom("heart", "eyes"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("restore" as const),
      item: mostlyItemRef("deletedSticker", "deletedSticker", "deletedSticker", "sticker", "deleted"),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom("vote" as const, "vote" as const, "unvote" as const),
      item: mostlyItemRef("sticker"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("board" as const),
      title: optional(titleText(255)),
      description: optional(titleText(255)),
      from: fc.constantFrom("none" as const, "none" as const, "fresh" as const, "stale" as const),
      sections: optional(
        fc.array(
          fc.record({
            ref: fc.option(mostlyItemRef("section")),
            title: optional(titleText(255), 1),
            rev: revLag,
          }),
          {
            maxLength: 13,
            size: "max",
          },
        ),
        1,
      ),
      deletes: fc.oneof(
        { weight: 3, arbitrary: fc.constant<ItemRef[]>([]) },
        { weight: 1, arbitrary: fc.array(mostlyItemRef("section"), { maxLength: 3 }) },
      ),
      since: fc.option(fc.nat(12)),
      tree: fc.boolean(),
    }),
  },
  {
    // Up to the maximum number of sections, or one more.
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("fill" as const), surplus: fc.nat(1) }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("start" as const), count: countTime }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("count" as const), count: countTime }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constantFrom("pause" as const, "play" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("stop" as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("sit" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("stand" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("deleteCards" as const, "resetVotes" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("closeRound" as const) }) },
  {
    weight: 5,
    arbitrary: fc.record(
      {
        do: fc.constant("openRound" as const),
        name: fc.constant("Costs"),
        sections: fc.array(mostlyItemRef("section", "section", "column"), { minLength: 1, maxLength: 2 }),
        perSticker: fc.constantFrom(1, 2),
        concealVoteCount: fc.boolean(),
        votes: fc.record({ limit: fc.constantFrom(1, 2, 999), item: fc.constantFrom("board", "section") }),
      },
      { requiredKeys: ["do"] },
    ),
  },
  { weight: 20, arbitrary: plannedActionCommand },
  { weight: 14, arbitrary: optionChange.map((each) => ({ do: "option" as const, ...each })) },
);

const fromFacilitator = new Set([
  "fill",
  "pause",
  "play",
  "stop",
  "stand",
  "option",
  "deleteCards",
  "resetVotes",
  "openRound",
  "closeRound",
]);

/** A command before its ids are known: plain data. */
export type PlannedCommand = ValueOf<typeof plannedCommand>;

/** One step of a run, before its ids are known: plain data, so that a failing run can be printed and kept. */
export type PlannedStep = ValueOf<typeof plannedStep>;

const plannedStep = plannedCommand.chain((what) =>
  fc.record({
    // A user on the board, the one who holds the seat, a member of another board, or a browser without a
    // session.
    by: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(0, 1, 2) },
      { weight: fromFacilitator.has(what.do) ? 60 : 6, arbitrary: fc.constant("facilitator" as const) },
      { weight: 1, arbitrary: fc.constantFrom("outsider" as const, "anonymous" as const) },
    ),
    // Milliseconds that pass before, or when it is sent compared with the end of the running timer.
    wait: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(0, 1, 999, 3000) },
      { weight: 2, arbitrary: fc.record({ toEnd: fc.constantFrom(-1, 0, 1, 1999, 2000) }) },
      { weight: 1, arbitrary: fc.constantFrom(119_999, 120_000) },
    ),
    // Which connection the request names.
    socket: fc.constantFrom("none" as const, "own" as const, "foreign" as const),
    what: fc.constant(what),
  }),
);

const newAction: PlannedCommand = {
  do: "addAction",
  text: "do it",
  id: null,
  source: null,
  place: undefined,
  owner: undefined,
  due: undefined,
};

/**
 * A facilitator with options, a timer that runs or is paused, or a list of actions: random runs rarely reach
 * these states.
 */
const beginning = fc
  .oneof<fc.WeightedArbitrary<PlannedCommand[]>[]>(
    {
      weight: 3,
      arbitrary: fc
        .array(optionChange, { minLength: 1, maxLength: 3 })
        .map((options): PlannedCommand[] => [
          { do: "sit" },
          ...options.map((each) => ({ do: "option" as const, ...each })),
        ]),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<PlannedCommand[][]>(
        [{ do: "start", count: 300 }],
        [{ do: "start", count: 300 }, { do: "pause" }],
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(plannedActionCommand, { maxLength: 20, size: "max" })
        .map((commands): PlannedCommand[] => [newAction, newAction, newAction, ...commands]),
    },
    { weight: 1, arbitrary: fc.constant([]) },
  )
  .map((commands) => commands.map((what): PlannedStep => ({ by: 0, wait: 0, socket: "none", what })));

const users = [0, 1, 2] as const;

/** A sticker that others vote for is deleted and restored: random steps rarely do this to the same sticker. */
const votedAndRestored = fc.record({ n: fc.nat(30), by: fc.nat(2) }).map(({ n, by }) => {
  const recent: ItemRef = { of: "recent", n };
  const step = (who: number, what: PlannedCommand): PlannedStep => ({
    by: users[(by + who) % users.length] ?? 0,
    wait: 1,
    socket: "none",
    what,
  });
  const title = "voted";
  return [
    step(0, {
      do: "add",
      parent: { of: "column", n },
      title,
      id: null,
      style: undefined,
      tree: false,
    }),
    step(1, { do: "vote", item: recent }),
    step(2, { do: "vote", item: recent }),
    step(0, { do: "delete", item: recent, since: null, rev: null, tree: false }),
    step(0, { do: "restore", item: { of: "deletedSticker", n } }),
  ];
});

/** A run: the steps that users do on a board, one after another. */
export const plannedRuns: fc.Arbitrary<PlannedStep[]> = fc
  .tuple(
    beginning,
    fc.array(
      fc.oneof(
        { weight: 20, arbitrary: plannedStep.map((step) => [step]) },
        { weight: 1, arbitrary: votedAndRestored },
      ),
      { minLength: 1, maxLength: 50, size: "max" },
    ),
  )
  .map(([first, rest]) => [...first, ...rest.flat()]);
