import fc from "fast-check";
import type { ActionRef } from "./planned-refs.ts";
import { itemRef, optional, revLag, titleText, type ValueOf } from "./planned-values.ts";

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
      who: fc.constantFrom("self" as const, "other" as const, "nobody" as const),
      name: fc.constantFrom("Ops", " Zoe ", "", null, "é".repeat(65)),
    },
    { requiredKeys: ["who"] },
  ),
);

/** A random command on actions before its ids are known: mostly a valid one. */
export type PlannedActionCommand = ValueOf<typeof plannedActionCommand>;

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
      from: fc.constantFrom(undefined, "fresh" as const, "stale" as const),
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
);
