import * as z from "zod";
import { createAnonymous, updateUser as updateUserBody } from "@retro/contract/accounts";
import { user as userSchema } from "@retro/contract/users";
import type { Feature } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import { dataOf } from "../../http/openapi.ts";
import { route } from "../../http/route.ts";
import { sessionOf, userOf } from "../../http/session/session.ts";
import { checkSolution, markSolutionUsed } from "../captcha/verify.ts";
import { createAnonymousUser, openSession, revokeSession, updateUser } from "./commands.ts";
import { EndedSessionMonitor } from "./ended-sessions.ts";
import { prices } from "../../limits/budgets.ts";

export const people: Feature = (app, deps) => {
  const endedSessions = new EndedSessionMonitor(deps);
  app.addHook("onReady", async () => endedSessions.start());
  app.addHook("onClose", async () => endedSessions.stop());
  route(app, "post", "/users/anonymous", {
    access: {
      // Before the body is validated: a visitor with a session needs no solution.
      preValidation: async (request, reply) => {
        await app.resolveSession(request, reply);
        if (request.user !== null) return reply.code(200).send({ data: request.user });
        if (deps.settings.guests === "off") throw new AppError(403, "sign_in_required");
        return undefined;
      },
    },
    price: prices.visitor.points,
    config: { tokens: "never" },
    tags: ["people"],
    summary: "Come in as a visitor, with a solved puzzle; with a valid session: 200 and the session's user",
    body: createAnonymous,
    answer: { 200: dataOf(userSchema), 201: dataOf(userSchema) },
    refusals: [403, 422, 429],
    handler: async (request, reply) => {
      const { solution, name, options } = request.body;
      const checked = checkSolution(deps, solution);
      const { user, opened } = await deps.database.transaction(async (trx) => {
        await markSolutionUsed(deps, trx, checked);
        const made = await createAnonymousUser(deps, trx, { name, options, locale: request.locale });
        const userAgent = request.headers["user-agent"] ?? "";
        return {
          user: made,
          opened: await openSession(deps, trx, { user: made, address: request.ip, userAgent }),
        };
      });
      app.setSessionCookie(request, reply, opened);
      return reply.code(201).send({ data: user });
    },
  });
  route(app, "get", "/users/auth", {
    config: { tokens: "any" },
    tags: ["people"],
    summary: "Who am I",
    answer: { 200: dataOf(userSchema) },
    handler: async (request) => ({ data: userOf(request) }),
  });
  route(app, "put", "/users/:id", {
    config: { tokens: "never" },
    tags: ["people"],
    summary: "Change one's own name, colour, and whether one's avatar shows on stickers",
    params: z.object({ id: z.string() }),
    body: updateUserBody,
    answer: { 200: dataOf(userSchema) },
    refusals: [403, 422],
    handler: async (request) => {
      const user = userOf(request);
      if (request.params.id !== user.id) throw new AppError(403, "forbidden");
      return { data: await updateUser(deps, user, request.body, request.realtimeConnection) };
    },
  });
  route(app, "post", "/users/sign-out", {
    config: { tokens: "never" },
    tags: ["people"],
    summary: "End this session",
    answer: { 200: dataOf(z.null()) },
    handler: async (request, reply) => {
      await revokeSession(deps, sessionOf(request));
      app.clearSessionCookie(request, reply);
      return { data: null };
    },
  });
};
