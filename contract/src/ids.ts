import * as z from "zod/mini";

/** The form of every id. A text of another form never reaches a query. */
export const id = z
  .string({ error: "validation.required" })
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "validation.invalid" }));

export const uuid = z.string().check(
  z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, {
    error: "validation.invalid",
  }),
);
