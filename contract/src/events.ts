import * as z from "zod/mini";
import { change } from "./changes.ts";
import { board } from "./boards.ts";
import { facilitation } from "./facilitation/facilitation.ts";
import { id } from "./ids.ts";
import { userOptions } from "./users.ts";
import { limits } from "./limits.ts";
import { text } from "./text.ts";

/** Channel names (spec 10.6 to 10.8). A channel is an audience [H4]. */
export const channels = {
  presence: (boardId: string) => `presence-boards.${boardId}`,
  facilitation: (boardId: string) => `private-boards.${boardId}`,
  user: (userId: string) => `private-users.${userId}`,
  /** @param channel the space's `channel`, which is neither its id nor its key [G2] */
  space: (channel: string) => `private-spaces.${channel}`,
} as const;

const channelKinds = {
  "presence-boards": "presence",
  "private-boards": "facilitation",
  "private-users": "user",
  "private-spaces": "space",
} as const;
/** A channel of `channels`, by what it belongs to. */
export interface ParsedChannel {
  kind: (typeof channelKinds)[keyof typeof channelKinds];
  id: string;
}

/** Parses a channel name of `channels`; null for any other name. */
export function parseChannel(name: string): ParsedChannel | null {
  const match = /^((?:presence|private)-[a-z]+)\.([A-Za-z0-9_-]{1,64})$/.exec(name);
  const [, start = "", id = ""] = match ?? [];
  return Object.hasOwn(channelKinds, start)
    ? { kind: channelKinds[start as keyof typeof channelKinds], id }
    : null;
}

/** Events about timer, facilitator and options, on `private-boards.{id}` (spec 10.7). */
export const facilitationEvents = [
  "timer.store",
  "timer.pause",
  "timer.play",
  "timer.edit",
  "timer.delete",
  "facilitator.store",
  "facilitator.delete",
  "facilitator.update",
] as const;
export type FacilitationEventName = (typeof facilitationEvents)[number];

/** All other events and whispers (spec 10.6, 10.8). */
export const eventNames = {
  items: "board-items.update",
  board: "board.update",
  /** On `private-users.{id}`: the same version as on the board's channel, as that user alone may see it. */
  userItems: "board-items.update",
  sessionEnded: "session.ended",
  /** On `private-users.{creator}`: a facilitator asks to move the user's board into a space [G3]. */
  askMove: "space.ask",
  /** On `private-users.{facilitator}`: the creator has answered. */
  answerMove: "space.answer",
  /** On `private-spaces.{channel}`, without data: something that the space's page shows has changed. */
  space: "space.update",
  /** On `private-spaces.{channel}`: the link changed, and this channel gets nothing more [G2]. */
  spaceClosed: "space.closed",
  /** On `private-boards.{id}`, without data: what the review shows has changed [F9]. */
  review: "review.update",
  /** On `private-boards.{id}`, without data: anonymous questions have ended [Q3]. */
  questions: "questions.update",
  whisperEdit: "client-edit.board-item",
  whisperUser: "client-update.user",
  whisperReady: "client-update.ready",
  /** Without data. Each client sends again what its user chose in the present step [F5]. */
  whisperAsk: "client-ask.ready",
  /** On `private-boards.{id}`, where no frame names its sender, and on the sender's own `private-users.{id}` [F6]. */
  whisperWish: "client-update.wish",
  /**
   * On the board's channel with the sender's id; on `private-boards.{id}` without, where no frame names its
   * sender [H7].
   */
  whisperWriting: "client-write.column",
} as const;

const versionOnlyEvent = z.object({ version: z.number(), fetch: z.literal(true) });

export const itemsEvent = z.union([
  versionOnlyEvent,
  z.object({ version: z.number(), changes: z.array(change) }),
]);
export const boardEvent = z.union([
  versionOnlyEvent,
  z.object({ version: z.number(), board, changes: z.array(change) }),
]);
export type BoardEvent = z.infer<typeof boardEvent>;
export const facilitationEvent = z.union([
  versionOnlyEvent,
  z.object({
    ...facilitation.shape,
    version: z.number(),
    serverTime: z.number(),
    changes: z.optional(z.array(change)),
  }),
]);
export type FacilitationEvent = z.infer<typeof facilitationEvent>;
/** `request` goes back with the answer; only the server can read it. */
export const askMoveEvent = z.object({
  board_id: z.string(),
  request: z.string(),
  name: z.string(),
  space: z.string(),
});
export type AskMoveEvent = z.infer<typeof askMoveEvent>;
export const answerMoveEvent = z.object({ board_id: z.string(), space: z.string(), agreed: z.boolean() });
export type AnswerMoveEvent = z.infer<typeof answerMoveEvent>;
export const userItemsEvent = z.union([
  versionOnlyEvent,
  z.object({ board_id: z.string(), version: z.number(), changes: z.array(change) }),
]);

/** Which item the sender edits; null: none (spec 4.9). */
export const whisperEdit = z.object({ item_id: z.nullable(id) });
/** In which column the sender writes a new sticker; null: in none. It never carries text [H7]. */
export const whisperWriting = z.object({ column_id: z.nullable(id) });
/** The end is not whispered, because it would connect two whispers [H7]. */
export const whisperSomebodyWriting = z.object({ column_id: id });
/** What the sender chose in the present step; the key is the time at which the step began [F5]. */
export const whisperReady = z.object({ ready: z.nullable(z.union([z.number(), z.literal("watching")])) });
export const whisperAsk = z.object({});
/** Whether to go on with the topic that began at this time, or to leave it. */
export const topicWish = z.templateLiteral([z.enum(["keep", "move"]), ":", z.int()]);
/**
 * `token`: the same for all wishes of one user about one topic, so that each counts once [F6]. The built-in
 * endpoint makes it; a hosted provider relays what the browser has drawn. `topic`: when that topic began, also
 * with a wish that is taken back.
 */
export const whisperWish = z.object({
  board_id: id,
  token: id,
  wish: z.nullable(topicWish),
  topic: z.optional(z.int()),
});
export type WhisperWish = z.infer<typeof whisperWish>;
/** The sender's new name and options (spec 2.30). */
export const whisperUser = z.object({
  name: text({ max: limits.userName, required: "validation.nameRequired" }),
  options: userOptions,
});

/** What guests may do: all; open boards by link but make none; nothing [I5]. */
export const guestRules = ["on", "boards", "off"] as const;
export type GuestRule = (typeof guestRules)[number];

/** `GET config`: what a client needs to connect (spec 10.3). `host` null: the provider's own. */
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
  /**
   * Without a provider of sign-ins it is absent. `auto`: guests go there without a button; `admins`: so may
   * administrators sign in.
   */
  signIn: z.optional(
    z.object({
      name: z.string(),
      auto: z.boolean(),
      guests: z.enum(guestRules),
      admins: z.optional(z.boolean()),
      /** Sessions have an end that pages announce [I9]. */
      ends: z.optional(z.boolean()),
    }),
  ),
  /** Only where the operator has switched them off. */
  webhooks: z.optional(z.literal(false)),
});
export type ClientConfig = z.infer<typeof clientConfig>;
