import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Item } from "@retro/contract/items";
import { maxReactors, type Reactions, type ReactionKind } from "@retro/contract/reactions";
import { isHiddenFrom, mayWrite, type RefusalCode } from "./permissions.ts";

/**
 * May this user react to this sticker, or take a reaction back? [K2]
 * @returns `board_read_only` while the board is locked, `content_hidden` while the sticker is hidden from the
 *   user
 */
export function mayReact(
  facilitation: Facilitation,
  item: Pick<Item, "kind" | "user_id">,
  userId: string,
): RefusalCode {
  return mayWrite(facilitation) ?? (isHiddenFrom(facilitation, item, userId) ? "content_hidden" : null);
}

/** Has this user given this reaction? */
export function hasReacted(reactions: Reactions | undefined, kind: string, userId: string): boolean {
  return reactions?.[kind]?.user_ids?.includes(userId) ?? false;
}

/** Everyone who reacts to a sticker, and the user whose reaction has just changed; nobody without reactions. */
export function reactorsOf(reactions: Reactions | undefined, changedBy?: string): string[] {
  if (reactions === undefined) return [];
  const now = Object.values(reactions).flatMap(({ user_ids }) => user_ids ?? []);
  return changedBy === undefined ? now : [...now, changedBy];
}

/** Whether no further user can give this reaction. */
export function isReactionFull(reactions: Reactions | undefined, kind: string): boolean {
  return (reactions?.[kind]?.user_ids?.length ?? 0) >= maxReactors;
}

/**
 * The reactions after a user gave one, or took it back.
 * @returns the same object if nothing changes; undefined if none is left
 */
export function withReaction(
  reactions: Reactions | undefined,
  { kind, reacted }: { kind: ReactionKind; reacted: boolean },
  userId: string,
): Reactions | undefined {
  if (hasReacted(reactions, kind, userId) === reacted) return reactions;
  const { [kind]: before = { count: 0, user_ids: [] }, ...others } = reactions ?? {};
  const rest = before.user_ids?.filter((id) => id !== userId) ?? [];
  const after = {
    count: before.count + (reacted ? 1 : -1),
    user_ids: reacted ? [...rest, userId] : rest,
  };
  if (after.count > 0) return { ...reactions, [kind]: after };
  return Object.keys(others).length > 0 ? others : undefined;
}

/** The reactions without those of a user; the same object if there are none. */
export function withoutReactionsOf(reactions: Reactions | undefined, userId: string): Reactions | undefined {
  return Object.keys(reactions ?? {}).reduce(
    (left, kind) => withReaction(left, { kind: kind as ReactionKind, reacted: false }, userId),
    reactions,
  );
}

/** The reactions of a user who ceases to exist, given to the user who takes their place, if any [P6, I1]. */
export function inheritReactions(
  reactions: Reactions | undefined,
  { userId, heir }: { userId: string; heir: string | null },
): Reactions | undefined {
  const left = withoutReactionsOf(reactions, userId);
  if (heir === null) return left;
  return Object.keys(reactions ?? {})
    .filter((kind) => hasReacted(reactions, kind, userId))
    .reduce((now, kind) => withReaction(now, { kind: kind as ReactionKind, reacted: true }, heir), left);
}

/**
 * The reactions of a visible sticker, for an audience: while avatars are hidden, of their users only itself
 * [H3].
 * @returns the same object if nothing is withheld
 */
export function presentReactions(
  reactions: Reactions | undefined,
  { facilitator_options }: Facilitation,
  audience: string | null,
): Reactions | undefined {
  if (facilitator_options.avatars !== "hide" || reactions === undefined) return reactions;
  if (audience === null) return mapUsers(reactions, () => null);
  const isKnown = (ids: readonly string[] | null) => ids === null || ids.every((id) => id === audience);
  if (Object.values(reactions).every(({ user_ids }) => isKnown(user_ids))) return reactions;
  return mapUsers(reactions, (_, ids) => ids?.filter((id) => id === audience) ?? null);
}

/** Whether these reactions say which of them are the receiver's own: not on the board's channel [H3]. */
export function tellsOwnReactions(reactions: Reactions | undefined): boolean {
  return Object.values(reactions ?? {}).every(({ user_ids }) => user_ids !== null);
}

/** These counts; of their users only `userId` is included, as in `source`. */
export function withOwnReactions(
  reactions: Reactions | undefined,
  source: Reactions | undefined,
  userId: string,
): Reactions | undefined {
  return reactions && mapUsers(reactions, (kind) => (hasReacted(source, kind, userId) ? [userId] : []));
}

function mapUsers(
  reactions: Reactions,
  usersOf: (kind: string, ids: readonly string[] | null) => string[] | null,
): Reactions {
  return Object.fromEntries(
    Object.entries(reactions).map(([kind, { count, user_ids }]) => [
      kind,
      { count, user_ids: usersOf(kind, user_ids) },
    ]),
  );
}
