import * as z from "zod/mini";
import { roundVotes } from "./facilitation/rounds.ts";
import { reactions } from "./reactions.ts";
import { stickerStyle, sectionStyle } from "./styles.ts";

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
