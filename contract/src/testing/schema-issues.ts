import type { $ZodType } from "zod/v4/core";
import { safeParse } from "zod/v4/core";

/**
 * The issues of a schema, each as `path: message`; "ok" if there are none. A union without a message gives
 * "none of the forms".
 */
export function issuesOf(schema: $ZodType, input: unknown): "ok" | string[] {
  const result = safeParse(schema, input);
  if (result.success) return "ok";
  return result.error.issues.map(
    ({ path, message }) =>
      `${path.map(String).join(".")}: ${message === "Invalid input" ? "none of the forms" : message}`,
  );
}

/** What a schema makes of an input. @throws Error with the issues if the schema refuses it */
export function parseOrThrow(schema: $ZodType, input: unknown): unknown {
  const result = safeParse(schema, input);
  if (!result.success) throw new Error(JSON.stringify(issuesOf(schema, input)));
  return result.data;
}

export const repeatLetter = (count: number): string => "a".repeat(count);
