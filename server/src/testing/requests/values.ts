import fc from "fast-check";
import type { Schema } from "./api-document.ts";

/** Placeholders for something of the run, such as the id of a sticker, until the request is sent. */
export const placeholders = {
  section: ["$section"],
  id: [
    "$column",
    "$column",
    "$sticker",
    "$sticker",
    "$section",
    "$board",
    "$me",
    "$other",
    "$new",
    "$session",
  ],
  item_id: ["$sticker", "$sticker", "$sticker", "$section"],
  parent_id: ["$column", "$column", "$column", "$sticker"],
  after_id: ["$new", "$sticker"],
  from: ["$sticker"],
  to: ["$sticker"],
  step: ["vote"],
  solution: ["$solution"],
  email: ["$email", "ann@example.com", "Bob@Example.org"],
  password: ["$password", "a long enough password"],
  token: ["$link", "$unsubscribe"],
  template: ["$template"],
  img: ["$picture"],
  attachment: ["$attachment"],
  sitekey: ["$sitekey"],
  object: ["$board"],
  board_id: ["$board"],
  space_template: ["$shared"],
  keys: ["$key", "$new"],
  url: ["https://hooks.invalid/hook"],
} satisfies Record<string, string[]>;

const words = (list: readonly string[]) => fc.constantFrom(...list);

/** What a field of this name holds in a request that means something; null for any text. */
function known(name: string): fc.Arbitrary<string> | null {
  const list = Object.hasOwn(placeholders, name) ? placeholders[name as keyof typeof placeholders] : null;
  return list === null ? null : words(list);
}

const plainText = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  fc.constantFrom("Went well", "Что улучшить?", "same"),
);

/**
 * Values that a schema describes; with `edge` also those one beyond its limits.
 * @param name the field's name: fields that hold ids and secrets get ones of the run
 */
export function valuesOf(schema: Schema, edge: boolean, name = ""): fc.Arbitrary<unknown> {
  const beyond = edge ? 1 : 0;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf;
  if (branches) return fc.oneof(...branches.map((branch) => valuesOf(branch, edge, name)));
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((part) => valuesOf(part, edge)))
      .map((parts) => Object.assign({}, ...parts));
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? "any"];
  return fc.oneof(...types.map((type) => ofType(type, schema, beyond, name)));
}

function ofType(type: string, schema: Schema, beyond: number, name: string): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number": {
      // The log's events are numbered from 100 to 106.
      const { minimum = -1000, maximum = 1000 } = name === "event" ? { minimum: 100, maximum: 106 } : schema;
      return fc.oneof(
        fc.constantFrom(minimum - beyond, minimum, maximum, maximum + beyond),
        fc.integer({
          min: Math.max(Math.ceil(minimum), -(2 ** 31)),
          max: Math.min(Math.floor(maximum), 2 ** 31 - 1),
        }),
      );
    }
    case "string":
      return textOf(schema, beyond, name);
    case "array": {
      const { items = {}, minItems = 0, maxItems = 3 } = schema;
      const most = Math.min(maxItems, minItems + 3);
      const usual = fc.array(valuesOf(items, beyond > 0, singular(name)), {
        minLength: minItems,
        maxLength: most,
      });
      if (beyond === 0 || maxItems > 200) return usual;
      const sizes = [Math.max(0, minItems - 1), maxItems, maxItems + 1];
      return fc.oneof(
        usual,
        ...sizes.map((size) =>
          valuesOf(items, false, singular(name)).map((each) => Array<unknown>(size).fill(each)),
        ),
      );
    }
    case "object":
      return objectOf(schema, beyond);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

const singular = (name: string) => (name === "deletes" ? "section" : name);

function textOf(schema: Schema, beyond: number, name: string): fc.Arbitrary<string> {
  const field = known(name);
  const pattern = schema.pattern === undefined ? null : fc.stringMatching(new RegExp(schema.pattern, "u"));
  const usual = pattern ?? plainText;
  const base =
    field === null ? usual : fc.oneof({ weight: 12, arbitrary: field }, { weight: 1, arbitrary: usual });
  if (beyond === 0) return base;
  const lengths = [0, 1, 64, 65, 255, 256, 1000, 1001];
  return fc.oneof(base, ...lengths.map((length) => fc.constant("я".repeat(length))));
}

function objectOf(schema: Schema, beyond: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, valuesOf(inner, beyond > 0, name)]),
  );
  if (Object.keys(fields).length === 0 && typeof additionalProperties === "object")
    return fc.dictionary(plainText, valuesOf(additionalProperties, beyond > 0), { maxKeys: 2 });
  return fc.record(fields, { requiredKeys: required });
}
