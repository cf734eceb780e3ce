import type { Board } from "@retro/contract/entities";
import type { FacilitationEventName } from "@retro/contract/events";
import type { FastifyRequest } from "fastify";
import { userOf } from "../http/session.ts";
import type { Client } from "../limits/client.ts";

/** Who asks: the user, and the connection that will not hear its own change. */
export interface Caller {
  userId: string;
  socketId: string | undefined;
  /** Whose limits the command uses up; missing for work of the server. */
  client?: Client;
  /** The request's slot (`http/request-slots.ts`); missing for the server itself. */
  slot?: { release: () => void; acquire: () => Promise<void> };
}

/** The server itself: it ends timers and erases authors. This does not count as use of the board. */
export const systemCaller: Caller = { userId: "", socketId: undefined };

/**
 * Who asks, after `requireUser`.
 * @throws AppError 401 without it
 */
export function callerOf(request: FastifyRequest): Caller {
  const slot = { release: () => request.releaseSlot?.(), acquire: () => request.acquireSlot() };
  return { userId: userOf(request).id, socketId: request.socketId, client: request.client, slot };
}

/** How the committed turn is announced to the others. */
export type TurnEvent =
  | { kind: "items" }
  | { kind: "board"; board: Board }
  | { kind: "facilitation"; name: FacilitationEventName };
