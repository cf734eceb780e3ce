import type { Item } from "@retro/contract/items";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnForNew, columnsForNew, heightOf } from "./columnForNew.ts";

const columns = ["c1", "c2", "c3"] as const;
const item = (id: string, kind: Item["kind"], parent_id: string | null, title: string | null = null) =>
  ({ id, kind, parent_id, order: id, title }) as Item;
const section = [item("s", "section", null), ...columns.map((id) => item(id, "column", "s"))];

/** A section with these stickers, by column and text. */
function viewOf(stickers: readonly Sticker[]) {
  const items = stickers.map(([column, title], i) =>
    item(`t${String(i).padStart(4, "0")}`, "sticker", column, title),
  );
  return { items: new Map([...section, ...items].map((each) => [each.id, each])) };
}

const title = fc.oneof(
  fc.constant(null),
  fc.string({ maxLength: 200 }),
  fc.array(fc.string({ maxLength: 60 }), { maxLength: 6 }).map((lines) => lines.join("\n")),
);
type Sticker = readonly [column: string, title: string | null];
const named = fc.array(fc.tuple(fc.constantFrom(...columns), title), { maxLength: 20 });
/** Stickers in two columns or three. */
const spread = named.filter((stickers) => new Set(stickers.map(([column]) => column)).size > 1);
const writes = fc.array(fc.array(title, { minLength: 1, maxLength: 5 }), { maxLength: 30 });

function unevenness(stickers: readonly Sticker[]): number {
  const heights = columns.map((column) =>
    stickers.filter(([at]) => at === column).reduce((sum, [, text]) => sum + heightOf(text), 0),
  );
  return Math.max(...heights) - Math.min(...heights);
}

/** The stickers after these writes, each of one text or of a list. */
function written(before: readonly Sticker[], batches: readonly (readonly (string | null)[])[]): Sticker[] {
  const all = [...before];
  for (const batch of batches) {
    const titles = batch.map((text) => text ?? "");
    const places = columnsForNew(viewOf(all), "s", titles) ?? [];
    all.push(...titles.map((text, i) => [places[i] ?? "", text] as const));
  }
  return all;
}

describe("[L2] writers who name no column", () => {
  it("leave the columns even, or as even as before, by one sticker's height at most, whatever they write", () => {
    fc.assert(
      fc.property(spread, writes, (before, batches) => {
        const all = written(before, batches);
        const tallest = Math.max(...all.map(([, text]) => heightOf(text)));
        expect(unevenness(all)).toBeLessThanOrEqual(Math.max(unevenness(before), tallest));
      }),
    );
  });

  it("make an uneven section even", () => {
    const batches = Array.from({ length: 100 }, () => ["One line"]);
    fc.assert(
      fc.property(spread, (before) => {
        const all = written(before, batches);
        expect(unevenness(all)).toBeLessThanOrEqual(Math.max(...all.map(([, text]) => heightOf(text))));
      }),
      { numRuns: 10 },
    );
  });

  it("use one column, which is drawn as rows of the section, while nobody names another", () => {
    fc.assert(
      fc.property(fc.constantFrom(...columns), writes, (only, batches) => {
        const all = written([[only, "First"]], batches);
        expect(new Set(all.map(([column]) => column))).toEqual(new Set([only]));
      }),
    );
  });

  it.each([
    [[], "c1"],
    [["c1", "c1"], "c1"],
    [["c3"], "c3"],
    [["c1", "c2"], "c3"],
    [["c1", "c2", "c3"], "c1"],
    [["c1", "c1", "c2", "c3", "c3"], "c2"],
  ])(
    "use the first column, a single used one, else the shortest, the first of equals: %j",
    (places, expected) => {
      expect(columnForNew(viewOf(places.map((column) => [column, "One line"] as const)), "s")).toBe(expected);
    },
  );

  it("have no column in the section for actions [D6], and in one that is gone", () => {
    const { items } = viewOf([]);
    expect(columnForNew({ items }, "gone")).toBeNull();
    items.set("s", { ...(items.get("s") as Item), holds: "actions" });
    expect(columnForNew({ items }, "s")).toBeNull();
  });
});
