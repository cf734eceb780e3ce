import { parseChannel } from "@retro/contract/events";
import type { Feature } from "../../deps.ts";
import { authRoutes } from "../../realtime/auth-routes.ts";
import { boardExists } from "../boards/access.ts";

/** Who may join which channel: a board's channels for everybody who knows its link, and the user's own channel. */
export const channelAuth: Feature = async (app, deps) => {
  await app.register(authRoutes, {
    broadcaster: deps.broadcaster,
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
