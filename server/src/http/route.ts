import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  ContextConfigDefault,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type * as z from "zod";
import type { FeatureApp } from "../deps.ts";
import type { RoutePrice } from "./limits/request-limits.ts";
import { changesBoard, type fileResponse, responses } from "./openapi.ts";

type Answers = Record<number, z.core.$ZodType | ReturnType<typeof fileResponse>>;

export type Access = Pick<RouteShorthandOptions, "onRequest" | "preValidation" | "preHandler">;

export const anyone: Access = {};

interface Call<Params, Query, Body, Answer extends Answers>
  extends
    Pick<RouteShorthandOptions, "config" | "bodyLimit" | "compress">,
    Pick<FastifySchema, "tags" | "summary" | "consumes" | "headers"> {
  /** Without it, the call needs a session, and 401 is one of its refusals. */
  access?: Access;
  params?: Params;
  querystring?: Query;
  body?: Body;
  /** In points; without it, a read costs 1 and a change 5. */
  price?: RoutePrice;
  /** The successful answers. They only document: the server does not validate its answers. */
  answer: Answer;
  /** The statuses of the call's own refusals; `describeApi` adds those that every call has. */
  refusals?: readonly number[];
  handler: RouteHandlerMethod<
    RawServerDefault,
    IncomingMessage,
    ServerResponse,
    RouteGenericInterface,
    ContextConfigDefault,
    { params: Params; querystring: Query; body: Body; response: Answer },
    ZodTypeProvider
  >;
}

export function route<Params, Query, Body, Answer extends Answers>(
  app: FeatureApp,
  method: "get" | "post" | "put" | "delete",
  path: string,
  call: Call<Params, Query, Body, Answer>,
): void {
  const { access, price, config, bodyLimit, compress, answer, refusals = [], handler, ...described } = call;
  const failures = access === undefined ? [401, ...refusals] : refusals;
  const options = {
    method,
    url: path,
    config: {
      ...(access === anyone && { tokens: "any" }),
      ...(price !== undefined && { price }),
      ...(changesBoard(answer) && { takesIdempotencyKey: true }),
      ...config,
    },
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(compress !== undefined && { compress }),
    ...(access ?? { preHandler: app.requireUser }),
    schema: { ...described, response: responses(answer, ...failures) },
    handler,
  };
  // `Call` has tied the handler's types to the schemas, which Fastify would do again.
  app.route(options as never);
}
