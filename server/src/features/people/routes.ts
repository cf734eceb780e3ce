import * as z from "zod/mini";
import { createAnonymous, updateUser as updateUserBody } from "@retro/contract/commands";
import { user as userSchema } from "@retro/contract/entities";
import type { Feature } from "../../deps.ts";
import { AppError } from "../../http/app-error.ts";
import { answers, dataOf } from "../../http/docs.ts";
import { costing } from "../../http/limits.ts";
import { sessionOf, userOf } from "../../http/session.ts";
import { checkSolution, spendSolution } from "../captcha/verify.ts";
import { announceEnd, createAnonymousUser, openSession, revokeSession, updateUser } from "./commands.ts";

/** Visitors: coming in, being known, changing one's name and colour, leaving. */
export const people: Feature = (app, deps) => {
  app.post(
    "/users/anonymous",
    {
      config: costing("signIns"),
      preHandler: app.resolveSession,
      schema: {
        tags: ["people"],
        summary: "Come in as a visitor, with a solved puzzle",
        body: createAnonymous,
        response: answers({ 201: dataOf(userSchema) }, 422, 429),
      },
    },
    async (request, reply) => {
      const { solution, name, options } = request.body;
      const checked = checkSolution(deps, solution);
      const previous = request.session;
      const { user, token } = await deps.store.transaction(async (trx) => {
        await spendSolution(deps, trx, checked);
        const made = await createAnonymousUser(deps, trx, { name, options, locale: request.locale });
        const opened = await openSession(deps, trx, {
          userId: made.id,
          address: request.ip,
          userAgent: request.headers["user-agent"] ?? "",
          previous,
        });
        return { user: made, token: opened.token };
      });
      if (previous !== null) announceEnd(deps, previous);
      app.setSessionCookie(request, reply, token);
      return reply.code(201).send({ data: user });
    },
  );

  app.get(
    "/users/auth",
    {
      preHandler: app.requireUser,
      schema: { tags: ["people"], summary: "Who am I", response: answers({ 200: dataOf(userSchema) }, 401) },
    },
    async (request) => ({ data: userOf(request) }),
  );

  app.put(
    "/users/:id",
    {
      preHandler: app.requireUser,
      schema: {
        tags: ["people"],
        summary: "Change one's own name, colour, and whether one's avatar shows on stickers",
        params: z.object({ id: z.string() }),
        body: updateUserBody,
        response: answers({ 200: dataOf(userSchema) }, 401, 403, 422),
      },
    },
    async (request) => {
      const user = userOf(request);
      if (request.params.id !== user.id) throw new AppError(403, "forbidden");
      return { data: await updateUser(deps.store.db, user, request.body) };
    },
  );

  app.post(
    "/users/sign-out",
    {
      preHandler: app.requireUser,
      schema: {
        tags: ["people"],
        summary: "End this session",
        response: answers({ 200: dataOf(z.null()) }, 401),
      },
    },
    async (request, reply) => {
      await revokeSession(deps, sessionOf(request));
      app.clearSessionCookie(request, reply);
      return { data: null };
    },
  );
};
