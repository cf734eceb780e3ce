type Schema = {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  minimum?: number;
  maxLength?: number;
  pattern?: string;
};

interface Content {
  [type: string]: { schema?: Schema; example?: unknown };
}
interface Operation {
  parameters?: { name: string; schema?: Schema; example?: unknown }[];
  requestBody?: { content?: Content };
  responses?: Record<string, { content?: Content }>;
}
interface Document {
  paths?: unknown;
  components?: { schemas?: Record<string, Schema> };
}

const boardId = "Vx3nq0bT7mYd2LrWk9sZaA";
const itemId = "0d9c5b1e-6a53-4c55-9d1a-2f2a1f6f7c11";

/** The value of an example, by the name of the field: the schema gives only the type. */
const byName: Record<string, unknown> = {
  id: itemId,
  key: boardId,
  keys: [boardId],
  space_key: boardId,
  leaving: boardId,
  board_id: boardId,
  boardId,
  channel: boardId,
  title: "Deployments were calm",
  name: "Team Blue",
  description: "Sprint 12",
  text: "Write down who is on call",
  made_by: "Ann",
  owner_name: "Ann",
  due_on: "2026-12-01",
  color: "#3949ab",
  fontSize: "14px",
  email: "ann@example.com",
  code: "forbidden",
  message: "You may not do that",
  link: "https://tracker.example.com/issues/12",
  url: "https://hooks.example.com/retro",
  password: "a long enough password",
  month: "2026-11",
  day: "2026-11-26",
  date: "2026-11-26",
  lang: "en",
  locale: "en",
  token: `retro_${boardId}${boardId.slice(1)}`,
  q: "deployments",
  img: "mad-sad-glad.svg",
  sitekey: "the sitekey of GET /api/v1/config",
};

/** Bodies with rules that their schema does not express. */
const byCall: Record<string, unknown> = {
  "put /api/v1/boards/{id}/sort": { item_id: itemId, parent_id: itemId, after_id: null },
  "post /api/v1/boards/{id}/meeting": {
    steps: [
      { id: "think", kind: "write", minutes: 5 },
      { id: "choose", kind: "vote", minutes: 5 },
    ],
  },
  "put /api/v1/spaces/{key}/tracker": { template: "https://tracker.example.com/new?title={title}" },
  "post /api/v1/logger": { event: 100, object: boardId },
};

/** So deep an example follows a schema that refers to itself, such as that of an item with its children. */
const maxDepth = 3;

/** An example for each parameter, body and JSON answer, made from its schema, so that none grows old. */
export function addExamples<T extends { paths?: unknown; components?: unknown }>(described: T): T {
  const document = described as Document;
  const example = (schema: Schema | undefined, name = "") => exampleOf(schema ?? {}, name, document, 0);
  const paths = (document.paths ?? {}) as Record<string, Record<string, Operation>>;
  for (const [path, calls] of Object.entries(paths))
    for (const [method, { parameters = [], requestBody, responses = {} }] of Object.entries(calls)) {
      const body = requestBody?.content?.["application/json"];
      if (body !== undefined) body.example ??= byCall[`${method} ${path}`];
      for (const parameter of parameters) parameter.example ??= example(parameter.schema, parameter.name);
      for (const { content } of [requestBody ?? {}, ...Object.values(responses)]) {
        const json = content?.["application/json"];
        if (json !== undefined) json.example ??= example(json.schema);
      }
    }
  return described;
}

function exampleOf(schema: Schema, name: string, document: Document, depth: number): unknown {
  const of = (each: Schema, called = name) => exampleOf(each, called, document, depth);
  if (schema.$ref !== undefined) {
    const named = document.components?.schemas?.[schema.$ref.split("/").at(-1) ?? ""];
    return depth >= maxDepth || named === undefined ? undefined : exampleOf(named, name, document, depth + 1);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return of(choices.find(({ type }) => type !== "null") ?? {});
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((each) => of(each) as object)) as unknown;
  const { properties = {}, required = [] } = schema;
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(properties)
          .map(([key, each]) => [key, of(each, key)] as const)
          .map(([key, value]) => [key, value ?? (required.includes(key) ? null : undefined)] as const)
          .filter(([, value]) => value !== undefined),
      );
    case "array":
      return arrayOf(schema, name, of);
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, 1);
    case "null":
      return null;
    case "boolean":
      return false;
    case "string":
      return textOf(schema, name);
    default:
      return undefined;
  }
}

function arrayOf(
  { items, prefixItems, minItems = 0 }: Schema,
  name: string,
  of: (schema: Schema, name: string) => unknown,
): unknown[] {
  if (prefixItems !== undefined) return prefixItems.map((each) => of(each, name));
  if (Array.isArray(byName[name])) return byName[name] as unknown[];
  const first = items === undefined ? undefined : of(items, name.replace(/s$/u, ""));
  return first === undefined ? [] : Array.from({ length: Math.max(1, minItems) }, () => first);
}

function textOf({ pattern, maxLength }: Schema, name: string): string {
  const known = byName[name];
  const text =
    typeof known === "string"
      ? known
      : name.endsWith("_at")
        ? "2026-11-26T10:00:00.000Z"
        : name.endsWith("id") || name.endsWith("Id")
          ? itemId
          : "text";
  if (pattern !== undefined && !new RegExp(pattern, "u").test(text))
    return (
      [boardId, "2026-12-01", "#3949ab", "worth"].find((each) => new RegExp(pattern, "u").test(each)) ?? text
    );
  return maxLength === undefined ? text : text.slice(0, maxLength);
}
