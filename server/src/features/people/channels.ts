import { parseChannel } from "@retro/contract/events";
import type { Feature } from "../../deps.ts";
import { authRoutes } from "../../realtime/auth-routes.ts";
import { boardExists } from "../boards/access.ts";

/** Who may join which channel: a board's by knowing its link, one's own user channel, nothing else. */
export const channelAuth: Feature = async (app, deps) => {
  await app.register(authRoutes, {
    broadcaster: deps.broadcaster,
    identify: async (request) => {
      // The route's own answer to nobody is the protocol's bare form, so that no preHandler stands before it.
      await app.resolveSession(request);
      return request.session === null || request.user === null
        ? null
        : { sessionId: request.session.id, user: request.user };
    },
    mayJoin: async (user, name) => {
      const channel = parseChannel(name);
      if (channel === null) return { ok: false, status: 403 };
      if (channel.kind === "user") return channel.id === user.id ? { ok: true } : { ok: false, status: 403 };
      return (await boardExists(deps, channel.id)) ? { ok: true } : { ok: false, status: 404 };
    },
  });
};
