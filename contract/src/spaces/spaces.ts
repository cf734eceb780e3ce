import * as z from "zod/mini";
import { createBoard } from "../commands.ts";
import { boardStates } from "../boards.ts";
import { id } from "../ids.ts";
import { facilitatorOptions } from "../facilitation/facilitator-options.ts";
import { limits } from "../limits.ts";
import { boardShelf } from "../lists.ts";
import { meetingSteps } from "../facilitation/meeting.ts";
import { text } from "../text.ts";
import { trackerTemplate } from "../web-address.ts";

/** Team spaces: the boards of a team under one secret link [G1 to G6]. */

const spaceName = text({ max: limits.spaceName, required: "validation.nameRequired" });

export const spaceBody = z.object({ name: spaceName });
export type SpaceBody = z.infer<typeof spaceBody>;

/** PUT `spaces/{key}`. `from`: the name that the edit started from; it conflicts if another has changed it since. */
export const renameSpaceBody = z.object({ name: spaceName, from: z.optional(z.string()) });

/**
 * PUT `spaces/{key}/tracker`: the address of a new issue, with placeholders; null removes it [G14]. `from`: what the
 * edit started from.
 */
export const spaceTracker = z.object({
  template: z.nullable(trackerTemplate),
  from: z.optional(z.nullable(z.string())),
});

/** The secret part of a space's link. The server stores only its hash [G1]. */
export const spaceLink = z.object({ key: z.string() });
export type SpaceLink = z.infer<typeof spaceLink>;

/** 128 bits in base64url, as the server makes keys. A schema cannot see whether they are random. */
const spaceKey = z.string().check(z.regex(/^[\w-]{21}[AQgw]$/, { error: "validation.invalid" }));

/** PUT `spaces/{key}/link`: the new key, which the browser keeps first; without one the server makes it. */
export const replaceSpaceLink = z.nullish(z.object({ key: z.optional(spaceKey) }));

/** A space that a browser has the key of. */
export const knownSpace = z.object({ key: z.string(), name: z.string() });
export type KnownSpace = z.infer<typeof knownSpace>;

/** The answer of POST `boards/{id}/space`. */
export const spaceOfBoard = z.extend(knownSpace, { tracker: z.nullable(z.string()) });
export type SpaceOfBoard = z.infer<typeof spaceOfBoard>;

/** POST `sign-in/spaces`: adds a space to the list that all devices of a signed-in person share [I8]. */
export const keepSpace = z.object({ key: z.string() });

/** What the last board of a space used; a new one starts with it [G5]. */
export const spaceDefaults = z.object({
  template: z.optional(z.string()),
  /** The id of a template of the space, if the last board was made from one. */
  space_template: z.optional(z.string()),
  /** Seconds. */
  timer: z.optional(z.number()),
  options: z.optional(facilitatorOptions),
  /** The steps of the last meeting whose steps somebody chose [F1]. */
  steps: z.optional(meetingSteps),
});
export type SpaceDefaults = z.infer<typeof spaceDefaults>;

export const spaceBoard = z.object({
  id: z.string(),
  title: z.string(),
  section_count: z.number(),
  sticker_count: z.number(),
  created_at: z.string(),
  /** May the caller manage the board [M1]? */
  can_edit: z.boolean(),
  ...boardStates,
});
export type SpaceBoard = z.infer<typeof spaceBoard>;

/** A month (UTC, `YYYY-MM`) of a space's chart [G6]. */
export const spaceMonth = z.object({
  month: z.string(),
  boards: z.number(),
  actions_created: z.number(),
  actions_done: z.number(),
});
export type SpaceMonth = z.infer<typeof spaceMonth>;

/** `GET spaces/{key}`. */
export const space = z.object({
  name: z.string(),
  /** The id of the channel of the space's events; it changes with the link [G2]. */
  channel: z.string(),
  /** The newest first; the first page of `GET spaces/{key}/boards`. */
  boards: z.array(spaceBoard),
  /** Without those in the archive and in the bin. */
  board_count: z.number(),
  archived_count: z.number(),
  bin_count: z.number(),
  /** From the month of the first board to this one, twelve at most. */
  chart: z.array(spaceMonth),
  defaults: spaceDefaults,
  /** The template of a new issue's address [G14]. */
  tracker: z.nullable(z.string()),
  /** Boards that members may take back [G15]; the title is empty for who may not read it. Absent: none. */
  moved_away: z.optional(z.array(z.object({ id: z.string(), title: z.string() }))),
});
export type Space = z.infer<typeof space>;

/** Where the page after this board begins: a value of `after`. */
export const afterBoard = ({ created_at, id }: Pick<SpaceBoard, "created_at" | "id">): string =>
  `${Date.parse(created_at)}~${id}`;

/** The query of `GET spaces/{key}/boards`. */
export const spaceBoardsQuery = z.object({
  /** The last board of the page before (`afterBoard`); absent for the first page. */
  after: z.optional(
    z.string().check(z.regex(/^-?\d{1,15}~[A-Za-z0-9_-]{1,64}$/, { error: "validation.invalid" })),
  ),
  shelf: z._default(boardShelf, "open"),
});

/** POST `spaces/{key}/boards`: as POST `boards`, with the values stored with the space as defaults [G5]. */
export const createSpaceBoard = z.extend(createBoard, {
  defaults: z.optional(z.boolean()),
  /** The id of a template of the space [G10]; it comes before `template`. */
  space_template: z.optional(z.nullable(id)),
  /** A board of the space: the new one has its sections, its passphrase and the steps of its meeting [F11]. */
  like: z.optional(z.nullable(id)),
});
export type CreateSpaceBoard = z.infer<typeof createSpaceBoard>;

/** PUT `spaces/{key}/boards/{boardId}`: the key of the space that the board leaves, if it is in one [G3]. */
export const moveBoard = z.nullish(z.object({ leaving: z.optional(id) }));

/** PUT `boards/{id}/space`: a creator's answer to an `askMove` event [G3]. */
export const answerMove = z.object({ request: z.string(), agree: z.boolean() });
export type AnswerMove = z.infer<typeof answerMove>;

/** The `data` of a 403 `space_key_required`: the caller has made the board, and may take it out of any space [G3]. */
export const spaceKeyRefusal = z.object({ may_take_out: z.literal(true) });

/** The `data` of PUT `boards/{id}/passphrase`: the board was in a space whose key the caller has not shown [M5]. */
export const passphraseSet = z.nullable(z.object({ left_space: z.literal(true) }));

/** POST `spaces/{key}/returns`: how many boards were taken back [G15]. */
export const returnedBoards = z.object({ count: z.number() });

/** POST `boards/{id}/space`: the keys that the browser has. */
export const spaceKeys = z.object({
  keys: z
    .array(id)
    .check(
      z.minLength(1, { error: "validation.required" }),
      z.maxLength(limits.spaceKeys, { error: "validation.tooManyAtOnce" }),
    ),
});
