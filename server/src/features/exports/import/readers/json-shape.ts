import * as z from "zod";
import { ValidationError } from "../../../../http/errors/validation.ts";
import type { SourceFile } from "./reader.ts";

/** Other tools leave out or null what is empty. */
export const textOrEmpty = z
  .string({ error: "validation.text" })
  .nullish()
  .transform((value) => value ?? "");
export const flag = z.boolean().catch(false);
export const key = z.union([z.string(), z.number()], { error: "validation.required" }).transform(String);
export const keyOrNull = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => value?.toString());
export const number = z.number().catch(0);

/** Ends at the first error: a hostile file has a million. */
export const listOf = <T extends z.ZodType>(each: T) =>
  z
    .unknown()
    .optional()
    .transform((value, ctx): z.output<T>[] => {
      if (value === undefined || value === null) return [];
      if (!Array.isArray(value)) {
        ctx.addIssue({ code: "custom", message: "validation.list" });
        return z.NEVER;
      }
      const list: z.output<T>[] = [];
      for (const [i, item] of value.entries()) {
        const result = each.safeParse(item);
        const issue = result.error?.issues[0];
        if (issue !== undefined) {
          ctx.addIssue({ ...issue, path: [i, ...issue.path] });
          return z.NEVER;
        }
        list.push(result.data as z.output<T>);
      }
      return list;
    });
export const count = z
  .array(z.unknown())
  .catch([])
  .transform(({ length }) => length);

export function hasLists(json: unknown, ...names: readonly string[]): boolean {
  return isRecord(json) && names.every((name) => Array.isArray(json[name]));
}

/** The fields of a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws ValidationError with the path of the first error */
export function parseShape<T extends z.ZodType>(
  schema: T,
  { json }: Pick<SourceFile, "json">,
): T["_zod"]["output"] {
  const result = schema.safeParse(json);
  if (!result.success) throw new ValidationError(result.error.issues.slice(0, 1).map(withExpected), json);
  return result.data;
}

function withExpected(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const isObject = issue.code === "invalid_type" && issue.expected === "object";
  return isObject ? { ...issue, message: "validation.object" } : issue;
}
