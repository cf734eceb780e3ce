import * as z from "zod/mini";
import { facilitatorOptions } from "./facilitator-options.ts";
import { limits } from "./limits.ts";

/** Entities as they cross the wire (spec 3 and 10). */

export const hexColor = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, { error: "validation.color" }));
/** Any id of the product. A text of another form is unknown and never reaches a query. */
export const id = z
  .string({ error: "validation.required" })
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "validation.invalid" }));
export const uuid = z.string().check(
  z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, {
    error: "validation.invalid",
  }),
);

export const userOptions = z.object({ color: hexColor, isAvatarStickers: z.boolean() });
export type UserOptions = z.infer<typeof userOptions>;

export const role = z.enum(["admin", "anonymous"]);
export const user = z.object({ id: z.string(), name: z.string(), role, options: userOptions });
export type User = z.infer<typeof user>;

/** A person as others on a board see them: presence `user_info`, and `GET users-options` with an id. */
export const person = z.object({ id: z.string(), name: z.string(), options: userOptions });
export type Person = z.infer<typeof person>;
export const personInfo = z.object({ name: z.string(), options: userOptions });
export type PersonInfo = z.infer<typeof personInfo>;

export const fontSize = z
  .string()
  .check(z.regex(/^(?:[89]|[1-6][0-9]|7[0-2])px$/, { error: "validation.invalid" }));
export const stickerStyle = z.strictObject({
  color: z.optional(z.nullable(hexColor)),
  backgroundColor: z.optional(z.nullable(hexColor)),
  fontSize: z.optional(z.nullable(fontSize)),
  fontWeight: z.optional(z.nullable(z.enum(["bold", "normal"]))),
  fontStyle: z.optional(z.nullable(z.enum(["italic", "normal"]))),
  textDecoration: z.optional(z.nullable(z.enum(["underline", "none"]))),
});
export type StickerStyle = z.infer<typeof stickerStyle>;
export const sectionStyle = z.strictObject({
  self: z.optional(z.strictObject({ backgroundColor: z.optional(z.nullable(hexColor)) })),
  item: z.optional(stickerStyle),
});
export type SectionStyle = z.infer<typeof sectionStyle>;

export const itemKind = z.enum(["section", "column", "sticker"]);
export type ItemKind = z.infer<typeof itemKind>;

/**
 * One item of a board: a section, one of its three columns, or a sticker.
 * `order` is a fractional key, compared byte by byte among siblings. `title` is null on columns, and on a sticker that is
 * hidden from the asker (`hidden: true`). `votes` is null on all but stickers, and while counts are concealed.
 * `user_id` is null on all but stickers, and while avatars are hidden (but one's own). `rev` grows with each change of title or style.
 */
export const item = z.object({
  id: z.string(),
  board_id: z.string(),
  parent_id: z.nullable(z.string()),
  kind: itemKind,
  order: z.string(),
  user_id: z.nullable(z.string()),
  title: z.nullable(z.string()),
  style: z.union([stickerStyle, sectionStyle]),
  created_at: z.string(),
  rev: z.number(),
  votes: z.nullable(z.number()),
  hidden: z.boolean(),
});
export type Item = z.infer<typeof item>;

/** An item in the tree that REST answers: nested-set markers and children, in order. */
export interface TreeItem extends Item {
  _lft: number;
  _rgt: number;
  children: TreeItem[];
}
export const treeItem: z.ZodMiniType<TreeItem> = z.lazy(() =>
  z.extend(item, { _lft: z.number(), _rgt: z.number(), children: z.array(treeItem) }),
) as z.ZodMiniType<TreeItem>;

export const vote = z.object({ id: z.string(), item_id: z.string(), _lft: z.number(), _rgt: z.number() });
export type Vote = z.infer<typeof vote>;

/** Epoch milliseconds by the server's clock; `countTime` and `countPauseTime` in seconds. Idle: no startTime. */
export const timer = z.object({
  startTime: z.nullable(z.number()),
  pauseTime: z.nullable(z.number()),
  countTime: z.number(),
  countPauseTime: z.nullable(z.number()),
});
export type Timer = z.infer<typeof timer>;

export const idleTimer: Timer = {
  startTime: null,
  pauseTime: null,
  countTime: limits.timer.default,
  countPauseTime: null,
};

/** Who holds the seat, what they restrict, and the timer: one value, always sent whole. */
export const facilitation = z.object({
  facilitator_id: z.nullable(z.string()),
  facilitator_options: facilitatorOptions,
  timer,
});
export type Facilitation = z.infer<typeof facilitation>;

export const boardDetails = z.object({ title: z.string(), description: z.string() });
export type BoardDetails = z.infer<typeof boardDetails>;

export const board = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  ...facilitation.shape,
  sections: z.array(z.object({ id: z.string(), title: z.string() })),
  version: z.number(),
  serverTime: z.number(),
});
export type Board = z.infer<typeof board>;

export const boardListRow = z.object({
  id: z.string(),
  title: z.string(),
  section_count: z.number(),
  sticker_count: z.number(),
  visited_at: z.optional(z.string()),
  /** The first few people with a sticker on it, for the cards on the index; not part of the admin list. */
  people: z.optional(z.array(personInfo)),
});
export type BoardListRow = z.infer<typeof boardListRow>;

export const template = z.object({
  title: z.string(),
  description: z.string(),
  count: z.number(),
  img: z.string(),
});
export type Template = z.infer<typeof template>;

export const listMeta = z.object({ total: z.number(), page: z.number(), per_page: z.number() });
export type ListMeta = z.infer<typeof listMeta>;
