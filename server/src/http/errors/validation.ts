import type { FastifySchemaCompiler } from "fastify";
import type { $ZodIssue, $ZodType } from "zod/v4/core";
import { safeParse } from "zod/v4/core";
import { texts as firstView } from "@retro/contract/messages/first-view/en";
import { texts as later } from "@retro/contract/messages/later/en";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import type { Message } from "./app-error.ts";

export class ValidationError extends Error {
  readonly statusCode = 422;
  validationContext?: string;
  readonly errors: Record<string, Message[]>;
  readonly unreadable: boolean;

  constructor(issues: readonly $ZodIssue[], input: unknown) {
    super("The request does not match its schema");
    this.name = "ValidationError";
    this.unreadable = typeof input !== "object" || input === null || Array.isArray(input);
    // No prototype: the keys are text of the caller.
    this.errors = Object.create(null) as Record<string, Message[]>;
    for (const issue of issues.flatMap((each) => closestBranchIssues(each, input))) {
      const field = issue.path.map(String).join(".") || "body";
      const messages = (this.errors[field] ??= []);
      const message = messageOf(issue, input);
      if (!messages.some((known) => keyOf(known) === keyOf(message))) messages.push(message);
    }
  }
}

/** An absent body counts as an empty one, so that the error names its fields. */
export const validatorCompiler: FastifySchemaCompiler<$ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    const input = httpPart === "body" && (data === undefined || data === null) ? {} : data;
    const result = safeParse(schema, input);
    return result.success
      ? { value: result.data }
      : { error: new ValidationError(result.error.issues, input) };
  };
};

export function parse<T extends $ZodType>(schema: T, input: unknown): T["_zod"]["output"] {
  const result = safeParse(schema, input);
  if (!result.success) throw new ValidationError(result.error.issues, input);
  return result.data;
}

/** The branch that fits best, by its fields at the top level; else the union's own error. */
function closestBranchIssues(issue: $ZodIssue, input: unknown): $ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const isBelow = (each: $ZodIssue) => each.path.length > issue.path.length;
  const isOwnField = (each: $ZodIssue) => each.path.length === issue.path.length + 1;
  const branches = issue.errors
    .map((inner) => inner.map((each) => ({ ...each, path: [...issue.path, ...each.path] })))
    .filter((inner) => inner.every((each) => isBelow(each) && !(isOwnField(each) && isMissing(each, input))))
    .toSorted((a, b) => a.length - b.length);
  const [best, next] = branches;
  // For a union without a message, report the missing fields of its first branch.
  if (best === undefined && !isKey(issue.message))
    return (issue.errors[0] ?? []).map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
  if (best === undefined || best.length === next?.length) return [issue];
  return best.flatMap((each) => closestBranchIssues(each, input));
}

function messageOf(issue: $ZodIssue, input: unknown): Message {
  if (isKey(issue.message)) {
    const params = paramsOf(issue);
    return Object.keys(params).length === 0 ? issue.message : { key: issue.message, params };
  }
  return isMissing(issue, input) ? "validation.required" : "validation.invalid";
}

function paramsOf(issue: $ZodIssue): Record<string, string | number> {
  if (issue.code === "custom") return (issue.params as Record<string, string | number> | undefined) ?? {};
  if (issue.code === "too_big") return { max: Number(issue.maximum) };
  if (issue.code === "too_small") return { min: Number(issue.minimum) };
  return {};
}

function isMissing(issue: { path: readonly PropertyKey[] }, input: unknown): boolean {
  let value: unknown = input;
  for (const key of issue.path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return true;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value === undefined;
}

function isKey(message: string): message is MessageKey {
  return Object.hasOwn(firstView, message) || Object.hasOwn(later, message);
}

function keyOf(message: Message): string {
  return typeof message === "string" ? message : message.key;
}
