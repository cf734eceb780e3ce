import fc from "fast-check";
import type { ActionRef, ItemRef } from "./planned-refs.ts";
import { itemRef, optional, revLag, titleText } from "./planned-values.ts";

export interface PlannedFields {
  owner?: { who: "self" | "other" | "nobody"; name?: string | null };
  due?: string | null;
}

/** A command on actions before its ids are known: plain data. */
export type PlannedActionCommand =
  | (PlannedFields & {
      do: "addAction";
      text: string;
      id: "new" | ActionRef | null;
      source: ItemRef | null;
      place?: ActionRef | "first";
    })
  | (PlannedFields & {
      do: "editAction";
      action: ActionRef;
      text?: string;
      status?: string;
      rev: number | null;
    })
  | { do: "moveAction"; action: ActionRef; place: ActionRef | "first"; from?: "fresh" | "stale" }
  | { do: "deleteAction"; action: ActionRef; rev: number | null }
  | { do: "restoreAction"; action: ActionRef };

const action = (...of: ActionRef["of"][]): fc.Arbitrary<ActionRef> =>
  fc.record({ of: fc.constantFrom(...of), n: fc.nat(30) });
const mostlyAction = action(
  "action",
  "action",
  "action",
  "action",
  "action",
  "deletedAction",
  "missingAction",
);
const place = fc.oneof<fc.Arbitrary<ActionRef | "first">[]>(mostlyAction, fc.constant("first"));
const due = optional(fc.constantFrom<(string | null)[]>("2026-12-24", "2028-02-29", null, "2026-02-30"));
const owner = optional(
  fc.record(
    {
      who: fc.constantFrom("self", "other", "nobody"),
      name: fc.constantFrom("Ops", " Zoe ", "", null, "é".repeat(65)),
    },
    { requiredKeys: ["who"] },
  ),
);

/** Random commands on actions: mostly valid ones. */
export const plannedActionCommand = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("addAction" as const),
      text: titleText(1000),
      id: fc.oneof<fc.WeightedArbitrary<"new" | ActionRef | null>[]>(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 2, arbitrary: fc.constant("new") },
        { weight: 1, arbitrary: action("action", "deletedAction") },
      ),
      source: fc.option(itemRef("sticker", "sticker", "sticker", "deepest", "deleted", "column", "foreign")),
      place: optional(place),
      owner,
      due,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("editAction" as const),
      action: mostlyAction,
      text: optional(titleText(1000), 1),
      status: optional(fc.constantFrom("open", "done", "dropped", "late"), 1),
      owner,
      due,
      rev: revLag,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("moveAction" as const),
      action: mostlyAction,
      place,
      from: fc.constantFrom(undefined, "fresh", "stale"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("deleteAction" as const), action: mostlyAction, rev: revLag }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("restoreAction" as const),
      action: action("deletedAction", "deletedAction", "deletedAction", "action", "missingAction"),
    }),
  },
) as fc.Arbitrary<PlannedActionCommand>;
