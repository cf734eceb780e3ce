import type { MessageKey } from "@retro/contract/messages/catalogue";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod/mini";
import type { Translate } from "./useT.ts";

/** The schema's messages are catalogue keys with parameters; only the first issue of a field is shown. */
export function contractResolver<Values extends FieldValues>(
  schema: z.ZodMiniType,
  t: Translate,
): Resolver<Values> {
  return (values) => {
    const result = schema.safeParse(values);
    if (result.success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const issue of result.error.issues) {
      const name = issue.path.join(".");
      if (name in errors) continue;
      const params =
        issue.code === "custom" ? (issue.params as Record<string, string | number> | undefined) : undefined;
      errors[name] = { type: "contract", message: t(issue.message as MessageKey, params) };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
