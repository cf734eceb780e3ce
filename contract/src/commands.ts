import * as z from "zod/mini";
import { id, uuid } from "./ids.ts";
import { sectionHolds } from "./items.ts";
import { sectionStyle, stickerStyle } from "./styles.ts";
import { avatarsOption, votesOption } from "./facilitation/facilitator-options.ts";
import { limits } from "./limits.ts";
import { storableText, text, textLength } from "./text.ts";

/** Bodies of the calls about boards (spec 7.2 and 10.3). Unknown keys are ignored. */

const stickerTitle = text({
  multiline: true,
  max: limits.stickerTitle,
  required: "validation.titleRequired",
  tooLong: "validation.maxAllowed",
});
/** Empty: the group has no name. */
export const groupName = text({ max: limits.groupName });
/** What was said about a topic; empty: nothing. */
export const topicNote = text({ multiline: true, max: limits.topicNote });
const sectionTitle = text({ max: limits.sectionTitle, required: "validation.titleRequired" });
/** Not cleaned: it must equal the title of a template that may be older than W1. */
const templateTitle = storableText.check(
  z.trim(),
  z.refine((title) => textLength(title) <= 255, { error: "validation.template" }),
);
/** POST `boards` (spec 3.11, 5.1). `template` is a template's title; an unknown one gets 422. */
export const createBoard = z.object({
  title: text({ max: limits.boardTitle, required: "validation.titleRequired" }),
  description: z.optional(z.nullable(text({ multiline: true, max: limits.boardDescription }))),
  template: z.optional(z.nullable(templateTitle)),
});
export type CreateBoard = z.infer<typeof createBoard>;

/** A section in the order on screen. With `rev` its title conflicts if another user has changed it since. */
const sectionEntry = z
  .object({
    id: z.optional(z.nullable(id)),
    title: z.optional(sectionTitle),
    rev: z.optional(z.nullable(z.int({ error: "validation.wholeNumber" }))),
    /** Null: it is no longer the place for actions. No other section stays one [D6]. */
    holds: z.optional(z.nullable(sectionHolds)),
  })
  .check(
    z.superRefine((entry, ctx) => {
      if (entry.id == null && entry.title === undefined)
        ctx.addIssue({ code: "custom", message: "validation.titleRequired", path: ["title"], input: entry });
    }),
  );

/** PUT `boards/{id}` (spec 2.21, 5.10, 10.3). A field that is left out keeps its value. */
export const updateBoard = z.object({
  title: z.optional(text({ max: limits.boardTitle, required: "validation.titleRequired" })),
  description: z.optional(z.nullable(text({ multiline: true, max: limits.boardDescription }))),
  sections: z.optional(
    z.array(sectionEntry).check(
      z.maxLength(limits.maxSections, { error: "validation.tooManySections" }),
      z.superRefine((entries, ctx) => {
        const holders = entries.flatMap(({ holds }, index) => (holds ? [index] : []));
        for (const index of holders.slice(1))
          ctx.addIssue({
            code: "custom",
            message: "validation.invalid",
            path: [index, "holds"],
            input: entries,
          });
      }),
    ),
  ),
  deletes: z.optional(z.array(id).check(z.maxLength(limits.maxSections, { error: "validation.invalid" }))),
  /** The version that the user saw when they chose the first of `deletes` [T12]. */
  since: z.optional(z.int({ error: "validation.wholeNumber" })),
  /** The texts that the edit started from: a field conflicts if another user has changed it since. */
  from: z.optional(z.object({ title: z.optional(z.string()), description: z.optional(z.string()) })),
});
export type UpdateBoard = z.infer<typeof updateBoard>;

/** `data` of the 409 of PUT `boards/{id}`: the present text of each field in `errors`. */
export const presentTexts = z.record(z.string(), z.object({ text: z.string(), rev: z.optional(z.number()) }));
export type PresentTexts = z.infer<typeof presentTexts>;

export const lockBoard = z.object({ locked: z.boolean({ error: "validation.required" }) });

export const archiveBoard = z.object({ archived: z.boolean({ error: "validation.required" }) });

const passphrase = text({ max: limits.passphrase.max, required: "validation.passphraseRequired" });
export const setPassphrase = z.object({
  passphrase: z.nullable(
    passphrase.check(
      z.superRefine((value, ctx) => {
        const { min } = limits.passphrase;
        if (value !== "" && textLength(value) < min)
          ctx.addIssue({
            code: "custom",
            message: "validation.passwordShort",
            params: { min },
            input: value,
          });
      }),
    ),
  ),
});
export const givePassphrase = z.object({ passphrase });

/**
 * POST `boards/{id}/copies`: the board again, with its stickers if asked [B2, B3]. `next`: the title of the board for
 * the next meeting [F11].
 */
export const copyBoard = z.object({
  stickers: z.boolean({ error: "validation.required" }),
  next: z.optional(text({ max: limits.boardTitle, required: "validation.titleRequired" })),
});
/** `left_out`: stickers not copied because their text is hidden from the caller [B2]. */
export const copyMeta = z.object({ left_out: z.number() });
export type CopyMeta = z.infer<typeof copyMeta>;

/** POST `boards/{id}/items` with one sticker (spec 5.10, 10.3; T7). The browser may choose the id. */
export const createItem = z.object({
  title: stickerTitle,
  parent_id: id,
  id: z.optional(z.nullable(uuid)),
  style: z.optional(z.nullable(stickerStyle)),
});
export type CreateItem = z.infer<typeof createItem>;

function refuseRepeated<Field extends string>(
  entries: readonly { [K in Field]?: string | null | undefined }[],
  field: Field,
  ctx: z.core.$RefinementCtx,
): void {
  const known = new Set<string>();
  for (const [index, { [field]: id }] of entries.entries()) {
    if (id == null) continue;
    if (known.has(id))
      ctx.addIssue({ code: "custom", message: "validation.invalid", path: [index, field], input: id });
    known.add(id);
  }
}

/** POST `boards/{id}/items` with several stickers: all or none, in one version [T10]. */
export const createItems = z.object({
  parent_id: id,
  items: z
    .array(
      z.object({
        id: z.optional(z.nullable(uuid)),
        title: stickerTitle,
        style: z.optional(z.nullable(stickerStyle)),
      }),
    )
    .check(
      z.minLength(1, { error: "validation.required" }),
      z.maxLength(limits.stickersPerCall, { error: "validation.tooManyAtOnce" }),
      z.superRefine((items, ctx) => refuseRepeated(items, "id", ctx)),
    ),
});
export type CreateItems = z.infer<typeof createItems>;
export const createItemOrItems = z.union([createItem, createItems]);

/** PUT `boards/{id}/items/{itemId}` (spec 10.3; T8). The command checks title and style by kind. */
export const updateItem = z.object({
  title: z.optional(storableText),
  style: z.optional(z.union([stickerStyle, sectionStyle], { error: "validation.style" })),
  /** Of the group that the sticker is; empty or null: none [N1]. */
  name: z.optional(z.nullable(groupName)),
  /** Of the topic that the sticker is; empty or null: none [F7]. */
  note: z.optional(z.nullable(topicNote)),
  rev: z.optional(z.nullable(z.int({ error: "validation.wholeNumber" }))),
});
export type UpdateItem = z.infer<typeof updateItem>;
export const updateStickerBody = z.object({
  title: z.optional(stickerTitle),
  style: z.optional(stickerStyle),
  name: z.optional(z.nullable(groupName)),
  note: z.optional(z.nullable(topicNote)),
});
/** What `updateItem` allows for a section (spec 5.10). */
export const updateSectionBody = z.object({
  title: z.optional(sectionTitle),
  style: z.optional(sectionStyle),
});

/**
 * PUT `boards/{id}/sort` (spec 10.3; T9). The place is either `position`, counted from 0 among the new
 * siblings, or `after_id`, the sibling to follow (null: first). `after_id` is right even if the caller does
 * not show every sibling.
 */
export const sortItem = z
  .object({
    item_id: id,
    parent_id: id,
    /** PUT `boards/{id}/order` (spec 10.3; T11). `from`: as the caller sees them; `to`: reordered. */
    from: z.optional(z.object({ parent_id: id, order: z.string() })),
    position: z.optional(
      z.int({ error: "validation.wholeNumber" }).check(z.gte(0, { error: "validation.notNegative" })),
    ),
    after_id: z.optional(z.nullable(id)),
  })
  .check(
    z.superRefine((body, ctx) => {
      const refuse = (field: "position" | "after_id", message: string) =>
        ctx.addIssue({ code: "custom", message, path: [field], input: body });
      if (body.position === undefined && body.after_id === undefined)
        refuse("position", "validation.required");
      else if (body.position !== undefined && body.after_id !== undefined)
        refuse("after_id", "validation.positionOrAfter");
      else if (body.after_id === body.item_id) refuse("after_id", "validation.invalid");
    }),
  );
export type SortItem = z.infer<typeof sortItem>;

/** PUT `boards/{id}/sort` with moves of several stickers, one after the other [T13]: all or none. */
export const sortItems = z.object({
  moves: z.array(sortItem).check(
    z.minLength(1, { error: "validation.required" }),
    z.maxLength(limits.movesPerCall, { error: "validation.tooManyAtOnce" }),
    z.superRefine((moves, ctx) => refuseRepeated(moves, "item_id", ctx)),
  ),
});
export type SortItems = z.infer<typeof sortItems>;
export const sortItemOrItems = z.union([sortItem, sortItems]);

const stickerIds = z.array(id).check(z.minLength(1, { error: "validation.required" }));
/**
 * PUT `boards/{id}/order` (spec 10.3; T11): a new order of the stickers under one or several parents. `from`
 * lists the children as the caller sees them, and `to` the same ids in their new order.
 */
export const orderStickers = z.object({
  orders: z
    .array(z.object({ parent_id: id, from: stickerIds, to: stickerIds }))
    .check(z.minLength(1, { error: "validation.required" }), z.superRefine(checkOrders)),
});
export type OrderStickers = z.infer<typeof orderStickers>;

/** Each parent once, `to` a permutation of `from`, and not more stickers than one call may order. */
function checkOrders(
  orders: readonly { parent_id: string; from: string[]; to: string[] }[],
  ctx: z.core.$RefinementCtx,
): void {
  const refuse = (path: (string | number)[], message: string, params = {}) =>
    ctx.addIssue({ code: "custom", message, path, params, input: orders });
  const count = orders.reduce((sum, { to }) => sum + to.length, 0);
  if (count > limits.stickersPerOrder)
    refuse([], "validation.tooManyAtOnce", { max: limits.stickersPerOrder });
  const parents = new Set<string>();
  for (const [index, { parent_id, from, to }] of orders.entries()) {
    if (parents.has(parent_id)) refuse([index, "parent_id"], "validation.invalid");
    parents.add(parent_id);
    const wanted = new Set(to);
    const isPermutation =
      to.length === from.length && wanted.size === to.length && from.every((each) => wanted.has(each));
    if (!isPermutation) refuse([index, "to"], "validation.invalid");
  }
}

const countTime = z
  .int({ error: "validation.wholeNumber" })
  .check(
    z.gte(limits.timer.min, { error: "validation.countTime" }),
    z.lte(limits.timer.max, { error: "validation.countTime" }),
  );
const clientTime = z.optional(z.nullable(z.union([z.number(), z.string()])));
/** POST `boards/{id}/timers` (spec 5.9). The server sets the start time [C3]. */
export const startTimer = z.object({ count_time: countTime, start_time: clientTime });
/** PUT `boards/{id}/timers` (spec 7.2): a new total, pause, or play; the server sets the times [C3]. */
export const changeTimer = z.union(
  [
    z.object({ count_time: countTime }),
    z.object({
      pause_time: z.union([z.number(), z.string()]),
      count_pause_time: z.optional(z.nullable(z.number())),
    }),
    z.object({ start_time: z.union([z.number(), z.string()]) }),
  ],
  { error: "validation.timer" },
);
export type ChangeTimer = z.infer<typeof changeTimer>;

/** PUT `boards/{id}/facilitators`: sets one option (spec 3.9, 7.2). */
export const setOption = z.union(
  [
    z.object({
      option: z.enum(["hideContent", "stopEditing", "concealVoteCount", "showStickerDate"]),
      value: z.boolean({ error: "validation.invalid" }),
    }),
    z.object({ option: z.literal("votes"), value: votesOption }),
    z.object({ option: z.literal("avatars"), value: avatarsOption }),
  ],
  { error: "validation.option" },
);
export type SetOption = z.infer<typeof setOption>;
