import * as z from "zod/mini";

/** The kinds of reactions that a sticker takes, in the order in which they are shown [K1]. */
export const reactionEmoji = {
  thumbs_up: "👍",
  heart: "❤️",
  party: "🎉",
  laugh: "😄",
  thinking: "🤔",
  eyes: "👀",
} as const;
export type ReactionKind = keyof typeof reactionEmoji;
export const reactionKinds = Object.keys(reactionEmoji) as [ReactionKind, ...ReactionKind[]];
export const reactionKind = z.enum(reactionKinds, { error: "validation.invalid" });

/**
 * One kind of reaction on a sticker has at most this many users, because each event of the sticker contains
 * their ids.
 */
export const maxReactors = 100;

/**
 * The reactions of one kind on a sticker. `user_ids` lists who reacted, the earliest first. While avatars are
 * hidden it lists only the receiver, and is null on the board's channel [H3]. Imported reactions have no user.
 */
export const reaction = z.object({ count: z.number(), user_ids: z.nullable(z.array(z.string())) });
export type Reaction = z.infer<typeof reaction>;

/** By kind. A newer server may send a kind that this page does not know. */
export const reactions = z.record(z.string(), reaction);
export type Reactions = Readonly<Record<string, Reaction>>;

export type ReactionCounts = Partial<Record<ReactionKind, number>>;

/** The counts in the order of the kinds, without what nobody chose; undefined if there are none. */
export function countReactions(reactions: Reactions | undefined): ReactionCounts | undefined {
  const counts = reactionKinds.flatMap((kind) => {
    const count = reactions?.[kind]?.count ?? 0;
    return count > 0 ? [[kind, count] as const] : [];
  });
  return counts.length > 0 ? Object.fromEntries(counts) : undefined;
}

/** The counts as a text of a file: "👍 2 ❤️ 1". */
export function formatReactions(counts: ReactionCounts | undefined): string {
  return Object.entries(counts ?? {})
    .map(([kind, count]) => `${reactionEmoji[kind as ReactionKind]} ${count}`)
    .join(" ");
}

/** The inverse of `formatReactions`. What it would not have written is skipped. */
export function parseReactions(text: string): ReactionCounts | undefined {
  // Some programs drop the selector that makes a heart a picture.
  const bare = (emoji: string) => emoji.replace("\u{fe0f}", "");
  const counts = new Map(
    Array.from(
      text.matchAll(/(\p{Extended_Pictographic})\u{fe0f}?\s*(\d{1,9})/gu),
      ([, emoji = "", count]) => [emoji, Number(count)],
    ),
  );
  const found = reactionKinds.flatMap((kind) => {
    const count = counts.get(bare(reactionEmoji[kind]));
    return count === undefined ? [] : [[kind, count] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
