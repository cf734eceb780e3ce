import fc from "fast-check";

/** Which item a command concerns; `n` picks one of the items that exist when the command is sent. */
export interface ItemRef {
  of: "sticker" | "sibling" | "deepest" | "column" | "section" | "gone" | "missing" | "foreign";
  n: number;
}

/** One step of a run, before its ids are known: plain data, so that a failing run can be printed and kept. */
export interface PlannedStep {
  /** 0 to 2: a user on the board; `facilitator`: the user who holds the seat. */
  by: 0 | 1 | 2 | "facilitator" | "outsider" | "stranger";
  /** Milliseconds that pass before, or when the command is sent compared with the end of the running timer. */
  wait: number | { toEnd: number };
  /** Which connection the request names. */
  socket: "none" | "own" | "foreign";
  what: PlannedCommand;
}

export type PlannedCommand =
  | {
      do: "add";
      parent: ItemRef;
      title: string;
      id: "new" | "own" | ItemRef | null;
      style?: object;
      tree: boolean;
    }
  | {
      do: "batch";
      parent: ItemRef;
      titles: string[];
      ids: ("new" | "own" | ItemRef | null)[];
      style?: object;
      tree: boolean;
    }
  | { do: "edit"; item: ItemRef; title?: string; style?: object; rev: number | null; tree: boolean }
  | {
      do: "move";
      item: ItemRef;
      parent: ItemRef;
      place: number | ItemRef | "first" | "both" | "none";
      tree: boolean;
    }
  | { do: "delete"; item: ItemRef; tree: boolean }
  | { do: "vote" | "unvote"; item: ItemRef }
  | {
      do: "board";
      title?: string;
      description?: string;
      from: "none" | "fresh" | "stale";
      sections?: { ref: ItemRef | null; title?: string; rev: number | null }[];
      deletes: ItemRef[];
      tree: boolean;
    }
  | { do: "start"; count: unknown }
  | { do: "count"; count: unknown }
  | { do: "pause" }
  | { do: "play" }
  | { do: "stop" }
  | { do: "sit" }
  | { do: "stand" }
  | { do: "deleteCards" }
  | { do: "resetVotes" }
  | { do: "option"; option: string; value: unknown };

const pick = fc.nat(30);
const ref = (...of: ItemRef["of"][]): fc.Arbitrary<ItemRef> =>
  fc.record({ of: fc.constantFrom(...of), n: pick });
/** Mostly a valid value for the command; sometimes any other. */
const mostly = (...of: ItemRef["of"][]): fc.Arbitrary<ItemRef> =>
  fc.oneof(
    { weight: 12, arbitrary: ref(...of) },
    {
      weight: 1,
      arbitrary: ref("sticker", "deepest", "column", "section", "gone", "missing", "foreign"),
    },
  );

const title = (max: number): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 16,
      arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).map((s) => `t${s}`),
    },
    { weight: 2, arbitrary: fc.constantFrom("same", "  padded\t", "two\nlines", "ß İ ё 🦦") },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", "  ", "\0", "a\ud800", "\udc00b", "🦦".repeat(max), "é".repeat(max + 1)),
    },
  );

const color = fc.constantFrom("#ffffff", "#00AAff", null);
const stickerStyle = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        color,
        backgroundColor: color,
        fontSize: fc.constantFrom("8px", "72px", null),
        fontWeight: fc.constantFrom("bold", "normal", null),
        fontStyle: fc.constantFrom("italic", null),
        textDecoration: fc.constantFrom("underline", "none", null),
      },
      { requiredKeys: [] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<object>(
      { color: "red" },
      { fontSize: "7px" },
      { fontSize: "73px" },
      { shade: 1 },
      { self: {} },
    ),
  },
);
const sectionStyle = fc.record(
  { self: fc.record({ backgroundColor: color }, { requiredKeys: [] }), item: stickerStyle },
  { requiredKeys: [] },
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>, weight = 2) =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const id = fc.oneof<fc.WeightedArbitrary<"new" | "own" | ItemRef | null>[]>(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constant("new") },
  { weight: 1, arbitrary: fc.constant("own") },
  { weight: 1, arbitrary: ref("sticker", "section", "foreign", "gone") },
);
const tree = fc.boolean();
const rev = fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(2) });
const count = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(1, 60, 300, 300, 5940) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(0, 5941, 1.5, "60", null) },
);
const option = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      option: fc.constantFrom(
        "hideContent",
        "hideContent",
        "stopEditing",
        "concealVoteCount",
        "showStickerDate",
      ),
      // More happens while it is on.
      value: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      option: fc.constant("votes"),
      value: fc.oneof<fc.Arbitrary<unknown>[]>(
        fc.constant(false),
        fc.record({ limit: fc.constantFrom(0, 1, 2, 3, 999), item: fc.constantFrom("board", "section") }),
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      option: fc.constant("avatars"),
      value: fc.constantFrom<unknown>(false, "none", "show", "hide"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<{ option: string; value: unknown }>(
      { option: "votes", value: { limit: 1000, item: "board" } },
      { option: "votes", value: { limit: 1, item: "column" } },
      { option: "avatars", value: true },
      { option: "hideContent", value: "yes" },
      { option: "constructor", value: true },
    ),
  },
);

const wish: fc.Arbitrary<PlannedCommand> = fc.oneof<fc.WeightedArbitrary<PlannedCommand>[]>(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("add" as const),
      parent: mostly("column", "column", "sticker", "deepest"),
      title: title(1000),
      id,
      style: maybe(stickerStyle),
      tree,
    }) as fc.Arbitrary<PlannedCommand>,
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("batch" as const),
      parent: mostly("column", "sticker", "deepest"),
      titles: fc.oneof(
        { weight: 12, arbitrary: fc.array(title(1000), { minLength: 1, maxLength: 4 }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom([], Array<string>(100).fill("x"), Array<string>(101).fill("x")),
        },
      ),
      ids: fc.array(id, { maxLength: 4 }),
      style: maybe(stickerStyle),
      tree,
    }) as fc.Arbitrary<PlannedCommand>,
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant("edit" as const),
      item: mostly("sticker", "sticker", "section"),
      title: maybe(title(255), 1),
      style: maybe(fc.oneof<fc.Arbitrary<object>[]>(stickerStyle, sectionStyle), 1),
      rev,
      tree,
    }) as fc.Arbitrary<PlannedCommand>,
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      item: mostly("sticker", "deepest"),
      parent: mostly("column", "sticker", "deepest"),
      place: fc.oneof<fc.WeightedArbitrary<number | ItemRef | "first" | "both" | "none">[]>(
        { weight: 6, arbitrary: fc.nat(6) },
        { weight: 4, arbitrary: ref("sibling", "sibling", "sticker", "gone") },
        { weight: 2, arbitrary: fc.constant("first") },
        { weight: 1, arbitrary: fc.constantFrom("both" as const, "none" as const, -1) },
      ),
      tree,
    }) as fc.Arbitrary<PlannedCommand>,
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("delete" as const),
      item: mostly("sticker", "sticker", "sticker", "section"),
      tree,
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom("vote" as const, "vote" as const, "unvote" as const),
      item: mostly("sticker"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("board" as const),
      title: maybe(title(255)),
      description: maybe(title(255)),
      from: fc.constantFrom("none", "none", "fresh", "stale"),
      sections: maybe(
        fc.array(fc.record({ ref: fc.option(mostly("section")), title: maybe(title(255), 1), rev }), {
          maxLength: 13,
          size: "max",
        }),
        1,
      ),
      deletes: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(mostly("section"), { maxLength: 3 }) },
      ),
      tree,
    }) as fc.Arbitrary<PlannedCommand>,
  },
  {
    // Up to the maximum number of sections, and one more.
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("board" as const),
      from: fc.constant("none" as const),
      sections: fc
        .integer({ min: 7, max: 11 })
        .map((length) => Array.from({ length }, () => ({ ref: null, title: "one more", rev: null }))),
      deletes: fc.constant<ItemRef[]>([]),
      tree,
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("start" as const), count }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("count" as const), count }) },
  { weight: 12, arbitrary: fc.constantFrom<PlannedCommand[]>({ do: "pause" }, { do: "play" }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("stop" as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("sit" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("stand" as const) }) },
  { weight: 1, arbitrary: fc.constantFrom<PlannedCommand[]>({ do: "deleteCards" }, { do: "resetVotes" }) },
  { weight: 14, arbitrary: option.map((each) => ({ do: "option" as const, ...each })) },
);

const fromFacilitator = new Set(["pause", "play", "stop", "stand", "option", "deleteCards", "resetVotes"]);

const plan: fc.Arbitrary<PlannedStep> = wish.chain((what) =>
  fc.record({
    by: fc.oneof<fc.WeightedArbitrary<PlannedStep["by"]>[]>(
      { weight: 12, arbitrary: fc.constantFrom(0, 1, 2) },
      { weight: fromFacilitator.has(what.do) ? 60 : 6, arbitrary: fc.constant("facilitator") },
      { weight: 1, arbitrary: fc.constantFrom("outsider", "stranger") },
    ),
    wait: fc.oneof<fc.WeightedArbitrary<PlannedStep["wait"]>[]>(
      { weight: 8, arbitrary: fc.constantFrom(0, 1, 999, 3000) },
      { weight: 2, arbitrary: fc.record({ toEnd: fc.constantFrom(-1, 0, 1, 1999, 2000) }) },
      { weight: 1, arbitrary: fc.constantFrom(119_999, 120_000) },
    ),
    socket: fc.constantFrom("none", "own", "foreign"),
    what: fc.constant(what),
  }),
);

/** A facilitator with some options, or a timer that runs or is paused: random runs rarely reach these states. */
const beginning = fc
  .oneof<fc.Arbitrary<PlannedCommand[]>[]>(
    fc
      .array(option, { minLength: 1, maxLength: 3 })
      .map((options): PlannedCommand[] => [
        { do: "sit" },
        ...options.map((each) => ({ do: "option" as const, ...each })),
      ]),
    fc.constantFrom<PlannedCommand[][]>(
      [{ do: "start", count: 300 }],
      [{ do: "start", count: 300 }, { do: "pause" }],
    ),
    fc.constant([]),
  )
  .map((wishes) => wishes.map((what): PlannedStep => ({ by: 0, wait: 0, socket: "none", what })));

/** A run: the steps that users do on a board, one after another. */
export const plans: fc.Arbitrary<PlannedStep[]> = fc
  .tuple(beginning, fc.array(plan, { minLength: 1, maxLength: 60, size: "max" }))
  .map(([first, rest]) => [...first, ...rest]);
