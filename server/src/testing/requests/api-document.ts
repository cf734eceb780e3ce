import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import * as z from "zod";
import { errorBody } from "@retro/contract/errors";
import type { TestResponse, TestApp } from "../app.ts";

/** The part of JSON Schema that the document uses. */
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
export interface ApiCall {
  method: Method;
  path: string;
  operation: Operation;
}

/** Schemas with a name, to which others refer. */
type Components = Record<string, unknown>;

/** The calls of the document that the server serves. */
export async function readDocument(app: TestApp): Promise<{ calls: ApiCall[]; components: Components }> {
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

  /**
   * @param call null for a request that the document does not describe: its answer is that of an unknown
   *   address
   * @returns what is wrong, or null
   */
  fault(call: ApiCall | null, answer: TestResponse): string | null {
    const { statusCode: status } = answer;
    const [type = ""] = String(answer.headers["content-type"] ?? "").split(";", 1);
    // 503 means that the server is overloaded, and no test overloads this one.
    if (status >= 500) return `the status ${status}`;
    if (call === null) {
      if (status < 400) return `the status ${status} of a call that the document does not mention`;
      return type === "application/json" ? this.#bodyFault(failureSchema, answer) : null;
    }
    const { responses } = call.operation;
    const described = Object.hasOwn(responses, String(status)) ? responses[String(status)] : undefined;
    if (described === undefined) return `the document does not mention the status ${status}`;
    const content = described.content ?? {};
    if (type === "" && Object.keys(content).length === 0) return null;
    const media = Object.hasOwn(content, type) ? content[type] : undefined;
    if (media === undefined)
      return `the document does not mention ${type || "an empty answer"} with ${status}`;
    if (type !== "application/json" || media.schema === undefined) return null;
    return this.#bodyFault(media.schema, answer);
  }

  #bodyFault(schema: Schema, answer: TestResponse): string | null {
    const validate =
      this.#compiled.get(schema) ?? this.#ajv.compile({ ...schema, components: this.#components });
    this.#compiled.set(schema, validate);
    if (answer.raw.req.method === "HEAD") return null;
    let value: unknown;
    try {
      value = JSON.parse(bodyOf(answer));
    } catch {
      return "the answer is not JSON";
    }
    if (validate(value)) return null;
    return `the answer differs from its schema: ${this.#ajv.errorsText(validate.errors)}`;
  }
}

const failureSchema = z.toJSONSchema(errorBody, { target: "draft-2020-12" }) as Schema;

/** The text of an answer with any content coding. */
function bodyOf({ headers, rawPayload }: TestResponse): string {
  switch (headers["content-encoding"]) {
    case "gzip":
      return gunzipSync(rawPayload).toString();
    case "br":
      return brotliDecompressSync(rawPayload).toString();
    default:
      return rawPayload.toString();
  }
}
