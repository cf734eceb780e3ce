import { describe, expect, test } from "vitest";
import type { $ZodType } from "zod/v4/core";
import { issuesOf, repeatLetter } from "./schema-issues.ts";

export type Row = [name: string, input: unknown, issues: "ok" | string[]];
/** A row for each input that a schema refuses or accepts, with the messages by field. */
export function table(title: string, schema: $ZodType, rows: Row[]) {
  describe(`${title}, field by field`, () => {
    test.each(rows)("%s", (_, input, issues) => {
      expect(issuesOf(schema, input)).toEqual(issues);
    });
  });
}

/** A required text of at most `max` characters, in a body that is complete otherwise. */
export function textRows(body: object, field: string, max: number, required: string, tooLong: string): Row[] {
  const rest = Object.fromEntries(Object.entries(body).filter(([key]) => key !== field));
  return [
    [`${field} left out`, rest, [`${field}: ${required}`]],
    [`${field} empty`, { ...body, [field]: "" }, [`${field}: ${required}`]],
    [`${field} of spaces`, { ...body, [field]: " \n " }, [`${field}: ${required}`]],
    [`${field} null`, { ...body, [field]: null }, [`${field}: ${required}`]],
    [`${field} a number`, { ...body, [field]: 7 }, [`${field}: ${required}`]],
    [`${field} of one character`, { ...body, [field]: "a" }, "ok"],
    [`${field} of ${max}`, { ...body, [field]: repeatLetter(max) }, "ok"],
    [`${field} of ${max} emoji`, { ...body, [field]: "👍".repeat(max) }, "ok"],
    [`${field} of ${max + 1}`, { ...body, [field]: repeatLetter(max + 1) }, [`${field}: ${tooLong}`]],
    [`${field} with NUL`, { ...body, [field]: "a\u0000" }, [`${field}: validation.forbiddenCharacters`]],
  ];
}

export const solution = "a solution";

/** Rows for the captcha solution in a body that is complete otherwise. */
export const solutionRows = (body: object): Row[] => {
  const rest = Object.fromEntries(Object.entries(body).filter(([key]) => key !== "solution"));
  return [
    ["without a solution", rest, ["solution: captcha.required"]],
    ["an empty solution", { ...body, solution: "" }, ["solution: captcha.required"]],
    ["a solution of 8000", { ...body, solution: repeatLetter(8000) }, "ok"],
    ["a solution of 8001", { ...body, solution: repeatLetter(8001) }, ["solution: captcha.failed"]],
    ["a solution that is no text", { ...body, solution: 1 }, ["solution: captcha.required"]],
  ];
};
