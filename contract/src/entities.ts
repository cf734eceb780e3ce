import * as z from "zod/mini";
import { facilitatorOptions } from "./facilitation/facilitator-options.ts";
import { limits } from "./limits.ts";
import { lastMeeting, meeting } from "./facilitation/meeting.ts";
import { reactions } from "./reactions.ts";
import { round, roundVotes } from "./facilitation/rounds.ts";

/** Entities as they cross the wire (spec 3 and 10). */

export const hexColor = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, { error: "validation.color" }));
/** The form of every id. A text of another form never reaches a query. */
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

/** A member has signed in at the provider of sign-ins; `anonymous` is a guest [I1]. */
export const role = z.enum(["admin", "member", "anonymous"]);
export type Role = z.infer<typeof role>;
export const user = z.object({ id: z.string(), name: z.string(), role, options: userOptions });
export type User = z.infer<typeof user>;

export const person = z.object({ id: z.string(), name: z.string(), options: userOptions });
export type Person = z.infer<typeof person>;
export const personInfo = z.object({ name: z.string(), options: userOptions });
export type PersonInfo = z.infer<typeof personInfo>;

/** 8 to 72 px, as CSS writes it. */
export const fontSize = z
  .string()
  .check(z.regex(/^(?:[89]|[1-6][0-9]|7[0-2])px$/, { error: "validation.invalid" }));
/** A sticker's style (spec 3.6). In a patch, null removes a field. */
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

/** What a section is the board's place for [D6]. */
export const sectionHolds = z.enum(["actions"], { error: "validation.invalid" });
export type SectionHolds = z.infer<typeof sectionHolds>;

export const itemKind = z.enum(["section", "column", "sticker"]);
export type ItemKind = z.infer<typeof itemKind>;

/**
 * One item of a board: a section, one of its three columns, or a sticker (spec 3.3 to 3.5). `order` is a
 * fractional key; siblings sort by its bytes [T4]. `title` is null on columns, and on a sticker that is
 * hidden from the receiver (`hidden: true`) [H1]. `votes` is null on sections and columns, and while counts
 * are concealed [H2]. `user_id` is null on sections and columns, and on stickers of others while avatars are
 * hidden [H3]. `rev` counts the changes of title and style [T8]. `reactions` is left out where there are
 * none, and on a sticker that is hidden from the receiver [K2]. `name` is the name of a sticker's group; it is
 * left out where there is none and on a hidden sticker [N1], and so is `note`, what was said about a topic [F7]. `holds` marks the section that is the board's
 * place for actions [D6].
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
  reactions: z.optional(reactions),
  /** Left out on a sticker that has no votes in a closed round [V8]. */
  rounds: z.optional(roundVotes),
  name: z.optional(z.string()),
  note: z.optional(z.string()),
  holds: z.optional(sectionHolds),
});
export type Item = z.infer<typeof item>;

/** An item in the tree of `GET boards/{id}/items`: with nested-set markers and children in order [T6]. */
export interface TreeItem extends Item {
  _lft: number;
  _rgt: number;
  children: TreeItem[];
}
export const treeItem: z.ZodMiniType<TreeItem> = z.lazy(() =>
  z.extend(item, { _lft: z.number(), _rgt: z.number(), children: z.array(treeItem) }),
) as z.ZodMiniType<TreeItem>;

/** The votes of the caller on a sticker, with its markers (spec 3.7). */
export const vote = z.object({
  id: z.string(),
  item_id: z.string(),
  _lft: z.number(),
  _rgt: z.number(),
  /** Left out: one. */
  count: z.optional(z.number()),
});
export type Vote = z.infer<typeof vote>;

/**
 * How many users have voted on a board [V5]. `present` is the number of users on the board now and `voted`
 * how many of them have voted. `present` is null while the server cannot learn who is present; `voted` then
 * counts all users.
 */
export const voterCount = z.object({ voted: z.number(), present: z.nullable(z.number()) });
export type VoterCount = z.infer<typeof voterCount>;

/**
 * GET `boards/{id}/votes-left`: how many of the users on the board have used all votes that the limit gives them,
 * and how many votes those users have left together.
 */
export const votesLeft = z.object({
  used: z.number(),
  present: z.number(),
  left: z.number(),
  /** What the limit gives each user. */
  each: z.number(),
});
export type VotesLeft = z.infer<typeof votesLeft>;

/** Times are epoch milliseconds by the server's clock; counts are seconds (spec 3.8). */
export const timer = z.object({
  startTime: z.nullable(z.number()),
  pauseTime: z.nullable(z.number()),
  countTime: z.number(),
  countPauseTime: z.nullable(z.number()),
});
export type Timer = z.infer<typeof timer>;

/** The timer of a new board, and after every stop (spec 4.2). */
export const idleTimer: Timer = {
  startTime: null,
  pauseTime: null,
  countTime: limits.timer.default,
  countPauseTime: null,
};

/**
 * Facilitator, options, timer, lock [M2], meeting [F1], rounds [V8] and the times of the last meeting [F10]: one
 * value, always sent as a whole (spec 3.2).
 */
export const facilitation = z.object({
  facilitator_id: z.nullable(z.string()),
  facilitator_options: facilitatorOptions,
  timer,
  locked: z.optional(z.literal(true)),
  meeting: z.optional(meeting),
  rounds: z.optional(z.array(round)),
  last_meeting: z.optional(lastMeeting),
});
export type Facilitation = z.infer<typeof facilitation>;

export const boardDetails = z.object({ title: z.string(), description: z.string() });
export type BoardDetails = z.infer<typeof boardDetails>;

/** A board without its items (spec 3.2, 10.3). Epoch milliseconds; flags are absent unless true. */
export const board = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  ...facilitation.shape,
  sections: z.array(z.object({ id: z.string(), title: z.string() })),
  /** The number of actions; left out on a board without actions [D1]. */
  action_count: z.optional(z.number()),
  version: z.number(),
  serverTime: z.number(),
  archived: z.optional(z.literal(true)),
  passphrase: z.optional(z.literal(true)),
});
export type Board = z.infer<typeof board>;

/** The `data` of a 404 `board_in_bin` [M4]: whether the caller may restore the board, and until when. */
export const binnedBoard = z.object({ may_restore: z.boolean(), bin_until: z.string() });
export type BinnedBoard = z.infer<typeof binnedBoard>;

/** The `data` of a 403 `passphrase_required` [M5]. `set_by` only for those who have opened it before. */
export const passphraseRefusal = z.object({ may_remove: z.boolean(), set_by: z.optional(z.string()) });
export type PassphraseRefusal = z.infer<typeof passphraseRefusal>;

/** A section on the card of a board [B5]; `color` null: the theme's. Nested stickers count. */
export const sectionSummary = z.object({
  title: z.string(),
  color: z.nullable(z.string()),
  stickers: z.number(),
});
export type SectionSummary = z.infer<typeof sectionSummary>;

/** Of a board in a list; each is absent unless it holds. */
export const boardStates = {
  locked: z.optional(z.literal(true)),
  archived: z.optional(z.literal(true)),
  /** `needed`: the caller has not given it, and the row shows nothing of the board [M5]. */
  passphrase: z.optional(z.enum(["given", "needed"])),
  /** Until when the board in the bin can be restored. */
  bin_until: z.optional(z.string()),
};

/** A row of `GET boards` (spec 3.14, 10.3). Administrators' lists leave the optional fields out. */
export const boardListRow = z.object({
  id: z.string(),
  title: z.string(),
  section_count: z.number(),
  sticker_count: z.number(),
  visited_at: z.optional(z.string()),
  /** The users who opened the board last. */
  people: z.optional(z.array(personInfo)),
  /** The board's sections, in order. Absent too when a long list of huge boards would cost too much. */
  sections: z.optional(z.array(sectionSummary)),
  /** May the caller manage the board, and rename it unless it is locked [E1, M1]? */
  can_edit: z.optional(z.boolean()),
  ...boardStates,
});
export type BoardListRow = z.infer<typeof boardListRow>;

/** A template of a new board (spec 3.12). */
export const template = z.object({
  title: z.string(),
  description: z.string(),
  count: z.number(),
  img: z.string(),
});
export type Template = z.infer<typeof template>;

/** The `meta` of a list: the number of all rows, and which page this is (spec 10.3). */
export const listMeta = z.object({ total: z.number(), page: z.number(), per_page: z.number() });
export type ListMeta = z.infer<typeof listMeta>;
