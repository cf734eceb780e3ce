import * as z from "zod/mini";
import { change } from "./changes.ts";
import { board, id, sessionState, userOptions } from "./entities.ts";
import { limits } from "./limits.ts";
import { text } from "./text.ts";

/** Channel names (spec 10.6 to 10.8). The channel is the audience. */
export const channels = {
  presence: (boardId: string) => `presence-boards.${boardId}`,
  session: (boardId: string) => `private-boards.${boardId}`,
  user: (userId: string) => `private-users.${userId}`,
} as const;

/** Parses a channel name; null for any other name. */
export function parseChannel(name: string): { kind: "presence" | "session" | "user"; id: string } | null {
  const m = /^(presence-boards|private-boards|private-users)\.([A-Za-z0-9_-]{1,64})$/.exec(name);
  if (!m) return null;
  const kind = m[1] === "presence-boards" ? "presence" : m[1] === "private-boards" ? "session" : "user";
  return { kind, id: m[2] as string };
}

export const sessionEvents = [
  "timer.store",
  "timer.pause",
  "timer.play",
  "timer.edit",
  "timer.delete",
  "facilitator.store",
  "facilitator.delete",
  "facilitator.update",
] as const;
export type SessionEventName = (typeof sessionEvents)[number];

export const eventNames = {
  items: "board-items.update",
  board: "board.update",
  /** On `private-users.{id}`: the same version as on the board's channel, as that user alone may see it. */
  mine: "board-items.update",
  sessionEnded: "session.ended",
  whisperEdit: "client-edit.board-item",
  whisperUser: "client-update.user",
} as const;

/** What is over the provider's size goes out as a bare version; the client fetches. */
const fetchOnly = z.object({ version: z.number(), fetch: z.literal(true) });

export const itemsEvent = z.union([fetchOnly, z.object({ version: z.number(), changes: z.array(change) })]);
export type ItemsEvent = z.infer<typeof itemsEvent>;
export const boardEvent = z.union([
  fetchOnly,
  z.object({ version: z.number(), board, changes: z.array(change) }),
]);
export type BoardEvent = z.infer<typeof boardEvent>;
export const sessionEvent = z.union([
  fetchOnly,
  z.object({
    ...sessionState.shape,
    version: z.number(),
    serverTime: z.number(),
    changes: z.optional(z.array(change)),
  }),
]);
export type SessionEvent = z.infer<typeof sessionEvent>;
export const mineEvent = z.union([
  fetchOnly,
  z.object({ board_id: z.string(), version: z.number(), changes: z.array(change) }),
]);
export type MineEvent = z.infer<typeof mineEvent>;

export const whisperEdit = z.object({ item_id: z.nullable(id) });
export const whisperUser = z.object({
  name: text({ max: limits.userName, required: "validation.nameRequired" }),
  options: userOptions,
});

export const clientConfig = z.object({
  realtime: z.object({
    key: z.string(),
    cluster: z.string(),
    host: z.nullable(z.string()),
    port: z.nullable(z.number()),
    encrypted: z.boolean(),
  }),
  captcha: z.object({ sitekey: z.string(), endpoints: z.array(z.string()) }),
  locales: z.array(z.string()),
  version: z.string(),
});
export type ClientConfig = z.infer<typeof clientConfig>;
