import type { Change } from "@retro/contract/changes";
import {
  boardEvent,
  eventNames,
  itemsEvent,
  userItemsEvent,
  facilitationEvent,
} from "@retro/contract/events";
import { pickFacilitation } from "@retro/rules/facilitation";

export type RealtimeMessage =
  /** Does not fit the schema, perhaps because the server is newer. */
  | { kind: "unknown" }
  | { kind: "elsewhere" }
  /** The changes were too large for a message: fetch them. */
  | { kind: "fetch"; version: number }
  | { kind: "version"; version: number; changes: Change[]; isPersonal: boolean; serverTime: number | null };

function schemaOf(source: string) {
  switch (source) {
    case "mine":
      return userItemsEvent;
    case eventNames.items:
      return itemsEvent;
    case eventNames.board:
      return boardEvent;
    default:
      return facilitationEvent;
  }
}

/**
 * Reads a realtime message.
 * @param source the event's name on the board's presence channel; `session` for its private channel; `mine`
 * for the user's channel, whose changes are presented for this user
 */
export function readMessage(source: string, data: unknown, boardId: string): RealtimeMessage {
  const parsed = schemaOf(source).safeParse(data);
  if (!parsed.success) return { kind: "unknown" };
  const event = parsed.data;
  if ("fetch" in event) return { kind: "fetch", version: event.version };
  if ("board_id" in event && event.board_id !== boardId) return { kind: "elsewhere" };
  const changes: Change[] = "changes" in event ? [...(event.changes ?? [])] : [];
  if ("facilitator_id" in event) changes.unshift({ type: "session.put", session: pickFacilitation(event) });
  const serverTime = "serverTime" in event ? event.serverTime : null;
  return { kind: "version", version: event.version, changes, isPersonal: source === "mine", serverTime };
}
