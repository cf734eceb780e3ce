import * as z from "zod";
import { ValidationError } from "../../../../http/errors/validation.ts";
import type { SourceFile } from "./reader.ts";

/** Other tools leave out an empty text, or write null for it. */
export const textOrEmpty = z
  .union([z.string(), z.number()], { error: "validation.text" })
  .nullish()
  .transform((value) => value?.toString() ?? "");
export const flag = z.boolean().catch(false);
export const key = z.union([z.string(), z.number()], { error: "validation.required" }).transform(String);
export const keyOrNull = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => value?.toString());
export const number = z.number().catch(0);

/** How many odd items the present file has. One file is parsed at a time, since parsing never waits. */
let oddItems = 0;
/** Parsing stops here: a hostile file may have a million. */
const maxOddItems = 1000;

/**
 * Leaves out the items that cannot be read, so that one odd card does not refuse the file. A list without a
 * readable item is refused with the fault of its first one.
 */
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
      let first: { issue: z.core.$ZodIssue; index: number } | undefined;
      for (const [index, item] of value.entries()) {
        const result = each.safeParse(item);
        const issue = result.error?.issues[0];
        if (issue === undefined) list.push(result.data as z.output<T>);
        else {
          first ??= { issue, index };
          oddItems += 1;
          if (oddItems > maxOddItems) break;
        }
      }
      if (first !== undefined && (list.length === 0 || oddItems > maxOddItems)) {
        ctx.addIssue({ ...first.issue, path: [first.index, ...first.issue.path] });
        return z.NEVER;
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

/**
 * @returns what the schema reads, and how many items of its lists are left out
 * @throws ValidationError with the path of the first error
 */
export function parseShape<T extends z.ZodType>(
  schema: T,
  { json }: Pick<SourceFile, "json">,
): { source: T["_zod"]["output"]; odd: number } {
  oddItems = 0;
  const result = schema.safeParse(json);
  if (!result.success) throw new ValidationError(result.error.issues.slice(0, 1).map(withExpected), json);
  return { source: result.data, odd: oddItems };
}

function withExpected(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const isObject = issue.code === "invalid_type" && issue.expected === "object";
  return isObject ? { ...issue, message: "validation.object" } : issue;
}
