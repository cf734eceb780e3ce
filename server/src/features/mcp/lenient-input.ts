import type * as z from "zod";

/**
 * A tool's input as models write it: null or "" for what is left out, a board's link for its id, JSON in a string,
 * "Done" for "done". A field that is right as it is stays, and the schema that clients get stays the strict one.
 */
export function lenient<Input extends z.ZodObject>(schema: Input): Input {
  const { validate, ...standard } = schema["~standard"];
  return {
    "~standard": {
      ...standard,
      validate: (given: unknown) => validate(readFields(schema, (given ?? {}) as Record<string, unknown>)),
    },
  } as unknown as Input;
}

function readFields({ shape }: z.ZodObject, given: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(shape) as [string, z.ZodType][];
  const read = fields.map(([name, field]) => {
    const isRight = (value: unknown) => field.safeParse(value).success;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const isEmpty = value === "" || (value === null && !isRight(null));
    if (isEmpty || isRight(value)) return [name, isEmpty ? undefined : value];
    return [name, readingsOf(name, value).find((each) => each !== undefined && isRight(each)) ?? value];
  });
  return { ...given, ...(Object.fromEntries(read) as Record<string, unknown>) };
}

/** What a value may mean, the likeliest first. */
function readingsOf(name: string, value: unknown): unknown[] {
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "string") return [];
  const text = value.trim();
  const [, id] = (name.endsWith("_id") && /(?:^|\/)boards\/([\w-]{1,64})(?:[/?#]|$)/u.exec(text)) || [];
  const [day] = /^\d{4}-\d\d-\d\d(?=T)/u.exec(text) ?? [];
  return [text, text.toLowerCase(), id, day, parseJson(text), [text]];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
