import fc from "fast-check";
import type { ItemRef, NewIdRef } from "./planned-refs.ts";

/** Random values of the fields of commands: mostly valid ones. */

export type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never;

const pick = fc.nat(30);
export const itemRef = (...of: ItemRef["of"][]): fc.Arbitrary<ItemRef> =>
  fc.record({ of: fc.constantFrom(...of), n: pick });
/** Mostly a valid value for the command; sometimes any other. */
export const mostlyItemRef = (...of: ItemRef["of"][]): fc.Arbitrary<ItemRef> =>
  fc.oneof(
    { weight: 12, arbitrary: itemRef(...of) },
    {
      weight: 1,
      arbitrary: itemRef("sticker", "deepest", "column", "section", "deleted", "missing", "foreign"),
    },
  );

export const titleText = (max: number): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 16,
      arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).map((s) => `t${s}`),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom("same", "  padded\t", "two\nlines", "a\vb\u2028\u0001c\u200b", "ß İ ё 🦦"),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "",
        "  ",
        "\u200b\u3164",
        "\0",
        "a\ud800",
        "\udc00b",
        "🦦".repeat(max),
        "é".repeat(max + 1),
      ),
    },
  );

const color = fc.constantFrom("#ffffff", "#00AAff", null);
export const stickerStyle = fc.oneof(
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
export const sectionStyle = fc.record(
  { self: fc.record({ backgroundColor: color }, { requiredKeys: [] }), item: stickerStyle },
  { requiredKeys: [] },
);
export const optional = <T>(arbitrary: fc.Arbitrary<T>, weight = 2) =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
export const newIdRef = fc.oneof<fc.WeightedArbitrary<NewIdRef | null>[]>(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constant("new") },
  { weight: 1, arbitrary: fc.constant("own") },
  { weight: 1, arbitrary: itemRef("sticker", "section", "foreign", "deleted") },
);
/** How many revisions the edit is behind; null: it names none. */
export const revLag = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.nat(2) },
);
export const countTime = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(1, 60, 300, 300, 5940) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(0, 5941, 1.5, "60", null) },
);
export const optionChange = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      option: fc.constantFrom(
        "hideContent",
        "hideContent",
        "stopEditing",
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
