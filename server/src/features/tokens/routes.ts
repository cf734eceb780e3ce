import * as z from "zod";
import { apiToken, createOwnToken, createToken, madeToken } from "@retro/contract/api/tokens";
import { id } from "@retro/contract/ids";
import type { FastifyRequest } from "fastify";
import type { Feature } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import { answerNothing, dataOf, nothing } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { userOf } from "../../http/session/session.ts";
import { adminOnly } from "../admin/admin-only.ts";
import * as commands from "./commands.ts";

/** No token makes, lists or revokes tokens: whoever takes one could keep the access that it gives [U5]. */
const config = { tokens: "never" } as const;
const listed = { 200: dataOf(z.array(apiToken)) };
const made = { 201: dataOf(madeToken) };

export const tokens: Feature = (app, deps) => {
  const own = (request: FastifyRequest) => ({ kind: "person", userId: userOf(request).id }) as const;
  const making = (request: FastifyRequest) => ({ user: userOf(request), locale: request.locale });
  const server = { kind: "server" } as const;

  route(app, "get", "/tokens", {
    config,
    tags: ["tokens"],
    summary: "The caller's own API tokens, the newest first",
    answer: listed,
    handler: async (request) => ({ data: await commands.listTokens(deps, own(request)) }),
  });
  route(app, "post", "/tokens", {
    access: {
      preHandler: async (request, reply) => {
        await app.requireUser(request, reply);
        if (userOf(request).role === "anonymous") throw new AppError(403, "sign_in_required");
      },
    },
    config,
    tags: ["tokens"],
    summary:
      "Make an API token for oneself, for all that one reaches, for one board or for one space; only this answer has it",
    body: createOwnToken,
    answer: made,
    refusals: [401, 403, 404, 422],
    handler: async (request, reply) =>
      reply.code(201).send({ data: await commands.makeOwnToken(deps, request.body, making(request)) }),
  });
  route(app, "delete", "/tokens/:id", {
    config,
    tags: ["tokens"],
    summary: "Revoke one of the caller's own API tokens",
    params: z.object({ id }),
    answer: { 200: nothing },
    refusals: [404],
    handler: (request) => answerNothing(commands.revokeToken(deps, own(request), request.params.id)),
  });

  route(app, "get", "/spaces/:key/tokens", {
    config,
    tags: ["tokens", "spaces"],
    summary: "The API tokens of a space, the newest first",
    params: z.object({ key: id }),
    answer: listed,
    refusals: [404],
    handler: async (request) => ({ data: await commands.listSpaceTokens(deps, request.params.key) }),
  });
  route(app, "post", "/spaces/:key/tokens", {
    access: { preHandler: app.requireMaker },
    config,
    tags: ["tokens", "spaces"],
    summary:
      "Make an API token for a space: it stands for the space's key until the link is replaced; only this answer has it",
    params: z.object({ key: id }),
    body: createToken,
    answer: made,
    refusals: [401, 403, 404, 422],
    handler: async (request, reply) => {
      const { params, body } = request;
      return reply
        .code(201)
        .send({ data: await commands.makeSpaceToken(deps, params.key, body, making(request)) });
    },
  });
  route(app, "delete", "/spaces/:key/tokens/:id", {
    config,
    tags: ["tokens", "spaces"],
    summary: "Revoke an API token of a space",
    params: z.object({ key: id, id }),
    answer: { 200: nothing },
    refusals: [404],
    handler: (request) =>
      answerNothing(commands.revokeSpaceToken(deps, request.params.key, request.params.id)),
  });

  route(app, "get", "/admin/tokens", {
    access: adminOnly(app),
    config,
    tags: ["tokens", "admin"],
    summary: "The newest 500 API tokens of the server, its spaces and people; administrators only",
    answer: listed,
    refusals: [404],
    handler: async () => ({ data: await commands.listTokens(deps, server) }),
  });
  route(app, "post", "/admin/tokens", {
    access: adminOnly(app),
    config,
    tags: ["tokens", "admin"],
    summary: "Make an API token with the rights of an administrator; only this answer has it",
    body: createToken,
    answer: made,
    refusals: [403, 404, 422],
    handler: async (request, reply) =>
      reply.code(201).send({ data: await commands.makeServerToken(deps, request.body, making(request)) }),
  });
  route(app, "delete", "/admin/tokens/:id", {
    access: adminOnly(app),
    config,
    tags: ["tokens", "admin"],
    summary: "Revoke any API token; administrators only",
    params: z.object({ id }),
    answer: { 200: nothing },
    refusals: [404],
    handler: (request) => answerNothing(commands.revokeToken(deps, server, request.params.id)),
  });
};
