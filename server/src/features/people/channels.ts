import * as z from "zod";
import { parseChannel } from "@retro/contract/events";
import type { Feature } from "../../deps.ts";
import { responses } from "../../http/openapi.ts";
import { authRoutes } from "../../realtime/auth-routes.ts";
import { requireJoin } from "../../board/turn/join-board.ts";
import { AppError } from "../../http/errors/app-error.ts";

const schemas = {
  channel: {
    tags: ["realtime"],
    summary:
      "Join a private or presence channel: a form with socket_id and channel_name, for a space also space_key",
    consumes: ["application/x-www-form-urlencoded"],
    response: responses(
      { 200: z.object({ auth: z.string(), channel_data: z.string().optional() }) },
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

export type BoardJoined = (boardId: string, userId: string) => void;

export type IsSpaceChannel = (channel: string, key: string) => Promise<boolean>;

/** Open to whoever knows the link and passphrase [M5]; a space's needs its key [G2] (spec 6.7). */
export function channelAuth(onBoardJoined: BoardJoined, isSpaceChannel: IsSpaceChannel): Feature {
  return async (app, deps) => {
    await app.register(authRoutes, {
      sockets: deps.sockets,
      schemas,
      identify: async (request) => {
        // Not a preHandler: without a session the answer has the protocol's own form.
        await app.resolveSession(request);
        return request.session === null || request.user === null
          ? null
          : { sessionId: request.session.id, user: request.user };
      },
      mayJoin: async (user, name, field) => {
        const channel = parseChannel(name);
        if (channel === null) return { ok: false, status: 403 };
        if (channel.kind === "user")
          return channel.id === user.id ? { ok: true } : { ok: false, status: 403 };
        if (channel.kind === "space")
          return (await isSpaceChannel(channel.id, field("space_key") ?? ""))
            ? { ok: true }
            : { ok: false, status: 404 };
        try {
          await requireJoin(deps, channel.id, user.id);
        } catch (error) {
          if (error instanceof AppError && (error.statusCode === 403 || error.statusCode === 404))
            return { ok: false, status: error.statusCode };
          throw error;
        }
        onBoardJoined(channel.id, user.id);
        return { ok: true };
      },
    });
  };
}
