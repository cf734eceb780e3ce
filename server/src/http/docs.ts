import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { createJsonSchemaTransform } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { failure } from "@retro/contract/errors";

/** The success envelope of the wire: `{"data": …}`. */
export function dataOf<T extends z.ZodMiniType>(data: T) {
  return z.object({ data });
}

/**
 * A route's `response` schemas: what it answers when all goes well, and the statuses it may fail with. They document;
 * nothing is parsed on the way out.
 */
export function answers<T extends Record<number, z.ZodMiniType>>(success: T, ...failures: number[]): T {
  return { ...success, ...Object.fromEntries(failures.map((status) => [status, failure])) };
}

/** OpenAPI made from the routes' own schemas, as JSON and as a page to try it on, at `/api/docs`. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Retro",
        version,
        description:
          "The wire of a live retrospective board. Success is `{data}`, failure `{message, code?, errors?}`. " +
          "Every POST, PUT and DELETE repeats the XSRF-TOKEN cookie in the X-XSRF-TOKEN header; the cookie changes when a session begins or ends.",
      },
      components: { securitySchemes: { session: { type: "apiKey", in: "cookie", name: "retro_session" } } },
    },
    transform: createJsonSchemaTransform({
      zodToJsonConfig: { target: "draft-2020-12", unrepresentable: "any" } as never,
    }),
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: false,
    theme: { title: "Retro API" },
    uiConfig: { docExpansion: "none", tryItOutEnabled: false },
  });
}
