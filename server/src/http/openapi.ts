import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from "fastify-type-provider-zod";
import * as z from "zod";
import { treeItem } from "@retro/contract/items";
import { changeMeta } from "@retro/contract/changes";
import { errorBody } from "@retro/contract/errors";
import { limits } from "@retro/contract/limits";
import { addExamples } from "./openapi-examples.ts";
import type { BasePathSetting } from "./pages/base-path.ts";

export function dataOf<T extends z.core.$ZodType>(data: T) {
  return z.object({ data });
}

/** The answer of a call that only does something. */
export const nothing = dataOf(z.null());

export async function answerNothing(work: Promise<unknown>): Promise<{ data: null }> {
  await work;
  return { data: null };
}

export function fileResponse(...types: string[]) {
  return { content: Object.fromEntries(types.map((type) => [type, { schema: z.any() }])) };
}

/** The schemas only document: the server does not validate its answers. */
export function responses<T extends Record<number, z.core.$ZodType | ReturnType<typeof fileResponse>>>(
  success: T,
  ...failures: number[]
): T {
  return { ...success, ...Object.fromEntries(failures.map((status) => [status, errorBody])) };
}

/** Whether the answer has a board's changes, which a repeat must not make again. */
export function changesBoard(answer: object): boolean {
  return Object.values(answer).some(
    (each) => each instanceof z.ZodObject && each.shape["meta"] === changeMeta,
  );
}

const idempotencyKey = {
  type: "string",
  maxLength: limits.idempotencyKeys.length,
  description:
    "One for each change that a user makes, such as a UUID, with or without quotes. For 30 days a repeat of the request changes " +
    "nothing: it has the first status, the present state, and `meta.repeated`. With another request the key is refused: 422 " +
    "`key_reused`; while the first is at work: 409 `in_progress`. A refusal is not kept.",
};

const commonErrors: Record<number, string> = {
  400: "The request cannot be read",
  422: "A field is wrong, or holds a character that cannot be stored",
  429: "Too many requests; `Retry-After` says when to try again",
  503: "Overloaded, or the database is away; `Retry-After` says when to try again",
};
const commonChangeErrors: Record<number, string> = {
  413: "The body is too large",
  419: "The X-XSRF-TOKEN header of a session is missing or wrong",
};
const commonPathErrors: Record<number, string> = { 404: "Unknown, or not visible to the caller" };

type Paths = Record<string, Record<string, { responses?: Record<string, unknown> }>>;

function withCommonFailures<Document extends { paths?: unknown }>(document: Document): Document {
  const schema = z.toJSONSchema(errorBody, { target: "draft-2020-12" });
  delete schema.$schema;
  for (const [path, calls] of Object.entries((document.paths ?? {}) as Paths))
    for (const [method, call] of Object.entries(calls)) {
      const common = {
        ...commonErrors,
        ...(method === "get" ? {} : commonChangeErrors),
        ...(path.includes("{") ? commonPathErrors : {}),
      };
      const responses = (call.responses ??= {});
      for (const [status, description] of Object.entries(common))
        responses[status] ??= { description, content: { "application/json": { schema } } };
    }
  return document;
}

// A schema that refers to itself needs a name in the document.
z.globalRegistry.add(treeItem, { id: "TreeItem" });
const toJsonSchema = { zodToJsonConfig: { target: "draft-2020-12", unrepresentable: "any" } as never };
const toSchemas = createJsonSchemaTransform(toJsonSchema);
const withNamedSchemas = createJsonSchemaTransformObject(toJsonSchema);

/** Generated from the routes' schemas; interactive at `/api/docs`. */
export async function describeApi(
  app: FastifyInstance,
  { version, basePath }: BasePathSetting & { version: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Retro",
        version,
        description:
          "The wire of a live retrospective board. Success is `{data}`, failure `{message, code?, errors?}`. " +
          "A script sends an API token, `Authorization: Bearer retro_…`, and nothing else. A browser has a session: its " +
          "POST, PUT and DELETE repeat the XSRF-TOKEN cookie in the X-XSRF-TOKEN header; the cookie changes when a session begins or ends. " +
          "Each call under `/api/v1/spaces/{key}` can be made as `/api/v1/space`, without the key in the address: it is then " +
          "the one in the header `X-Space-Key`, or that of the token's space.",
      },
      ...(basePath === "" ? {} : { servers: [{ url: basePath }] }),
      components: {
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: "retro_session" },
          token: { type: "http", scheme: "bearer", description: "An API token, `retro_…`" },
        },
      },
      security: [{ session: [] }, { token: [] }, {}],
    },
    transform: (described) => {
      const made = toSchemas(described);
      if (!described.route.config?.takesIdempotencyKey) return made;
      // A schema of the route would validate, and replace, the headers of each request.
      const headers = { type: "object", properties: { "Idempotency-Key": idempotencyKey } };
      return { ...made, schema: { ...made.schema, headers } };
    },
    transformObject: (made) => addExamples(withCommonFailures(withNamedSchemas(made))),
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    ...(basePath === "" ? {} : { indexPrefix: basePath }),
    staticCSP: false,
    theme: { title: "Retro API" },
    uiConfig: { docExpansion: "none", tryItOutEnabled: false },
  });
}
