import type { Board } from "@retro/contract/boards";
import type { FacilitationEventName } from "@retro/contract/events";
import type { FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { type SessionCheck, userOf } from "../../http/session/session.ts";
import { spaceKeyOf } from "../../http/session/space-key.ts";
import type { Payer } from "../../limits/payer.ts";
import type { ConnectionRef } from "../../realtime/push-service.ts";

/** The user who asks, and their connection, which gets no event about their change (spec 10.4). */
export interface Caller {
  userId: string;
  connection: ConnectionRef | undefined;
  /** The key of a space that the request proves membership with (`X-Space-Key`). */
  spaceKey?: string | null;
  payer?: Payer;
  slot?: { release: () => void; acquire: () => Promise<void> };
  sessionCheck?: SessionCheck | undefined;
  /** The request itself, which may have an `Idempotency-Key`. */
  request?: FastifyRequest;
}

/** The server: it ends timers and erases authors. Its turns do not count as use of the board. */
export const systemCaller: Caller = { userId: "", connection: undefined };

export function callerOf(request: FastifyRequest): Caller {
  const slot = { release: () => request.releaseSlot?.(), acquire: () => request.acquireSlot() };
  const connection = request.realtimeConnection;
  const spaceKey = spaceKeyOf(request);
  const { payer, sessionCheck } = request;
  return { userId: userOf(request).id, connection, spaceKey, payer, slot, sessionCheck, request };
}

/** A command on a board, and who gives it. */
export interface BoardCall<D extends Deps = Deps> {
  deps: D;
  boardId: string;
  caller: Caller;
}

export function callOf<D extends Deps>(
  deps: D,
  request: FastifyRequest & { params: { id: string } },
): BoardCall<D> {
  return { deps, boardId: request.params.id, caller: callerOf(request) };
}

export type TurnEvent =
  | { kind: "items" }
  | { kind: "board"; board: Board }
  | { kind: "facilitation"; name: FacilitationEventName };
