import * as z from "zod/mini";
import { parseChannel } from "@retro/contract/events";
import type { Feature } from "../../deps.ts";
import { responses } from "../../http/openapi.ts";
import { authRoutes } from "../../realtime/auth-routes.ts";
import { boardExists } from "../../board/board-exists.ts";

const schemas = {
  channel: {
    tags: ["realtime"],
    summary: "Join a private or presence channel: a form with socket_id and channel_name",
    consumes: ["application/x-www-form-urlencoded"],
    response: responses(
      { 200: z.object({ auth: z.string(), channel_data: z.optional(z.string()) }) },
      401,
      403,
      404,
    ),
  },
  user: {
    tags: ["realtime"],
    summary: "Name the user of a connection: a form with socket_id",
    consumes: ["application/x-www-form-urlencoded"],
    response: responses({ 200: z.object({ auth: z.string(), user_data: z.string() }) }, 401, 403),
  },
};

/** Who may join which channel: a board's channels for everybody who knows its link, and the user's own channel. */
export const channelAuth: Feature = async (app, deps) => {
  await app.register(authRoutes, {
    broadcaster: deps.broadcaster,
    schemas,
    identify: async (request) => {
      // Not a preHandler: without a session the answer has the protocol's own form.
      await app.resolveSession(request);
      return request.session === null || request.user === null
        ? null
        : { sessionId: request.session.id, user: request.user };
    },
    mayJoin: async (user, name) => {
      const channel = parseChannel(name);
      if (channel === null) return { ok: false, status: 403 };
      if (channel.kind === "user") return channel.id === user.id ? { ok: true } : { ok: false, status: 403 };
      if (!(await boardExists(deps, channel.id))) return { ok: false, status: 404 };
      // With the hosted provider this is the only sign of a facilitator's return.
      app.seats.noteSeen(channel.id, user.id);
      return { ok: true };
    },
  });
};
