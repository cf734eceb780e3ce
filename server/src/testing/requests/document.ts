import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { TestApp } from "../app.ts";

/** As much of JSON Schema as the document uses. */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

interface Operation {
  requestBody?: { content: Record<string, { schema?: Schema }> };
  parameters?: { in: "path" | "query" | "header"; name: string; required?: boolean; schema: Schema }[];
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export type Method = "get" | "post" | "put" | "delete";

/** One call of the API as the document describes it. */
export interface Call {
  method: Method;
  path: string;
  operation: Operation;
}

/** Schemas with a name, to which others refer. */
type Components = Record<string, unknown>;

/** The calls of the document that the server serves. */
export async function readDocument(app: TestApp): Promise<{ calls: Call[]; components: Components }> {
  const { paths, components } = (await app.browser().get("/api/docs/json")).json<{
    paths: Record<string, Record<string, Operation>>;
    components: Components;
  }>();
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method as Method, path, operation })),
  );
  return { calls, components };
}

/** Checks answers against the document. */
export class ResponseChecker {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false });
  readonly #compiled = new Map<Schema, ValidateFunction>();
  readonly #components: Components;

  constructor(components: Components) {
    this.#components = components;
  }

  /** @returns what is wrong, or null */
  fault(call: Call, status: number, type: string, body: string): string | null {
    const { responses } = call.operation;
    const described = Object.hasOwn(responses, String(status)) ? responses[String(status)] : undefined;
    if (described === undefined) return `the document does not mention the status ${status}`;
    const content = described.content ?? {};
    const [kind = ""] = type.split(";", 1);
    const media = Object.hasOwn(content, kind) ? content[kind] : undefined;
    if (media === undefined)
      return `the document does not mention ${kind || "an empty answer"} with ${status}`;
    if (kind !== "application/json" || media.schema === undefined) return null;
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return "the answer is not JSON";
    }
    const validate =
      this.#compiled.get(media.schema) ??
      this.#ajv.compile({ ...media.schema, components: this.#components });
    this.#compiled.set(media.schema, validate);
    if (validate(value)) return null;
    return `the answer differs from its schema: ${this.#ajv.errorsText(validate.errors)}`;
  }
}
