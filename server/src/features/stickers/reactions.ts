import type { Heritage } from "../../board/parts/heritage.ts";
import type { Item } from "@retro/contract/items";
import type { ReactionKind } from "@retro/contract/reactions";
import { isReactionFull, mayReact, inheritReactions, withReaction } from "@retro/rules/reactions";
import { reactionsWrite } from "../../board/parts/item-store.ts";
import { loadItem, loadItemsById } from "../../board/parts/load-items.ts";
import type { BoardCall } from "../../board/turn/caller.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";
import { notFound, requireAllowed } from "../../http/errors/app-error.ts";
import { type CommandResult, presentForCaller, presentItemNow } from "./command-result.ts";
import * as store from "./store.ts";

/**
 * Reacts to a sticker, or takes the reaction back; repeating either is harmless (K1, K2).
 * @returns the sticker as the caller may see it
 * @throws AppError 403 `content_hidden` or `reactions_full`, 404
 */
export async function setReaction(
  { deps, boardId, caller }: BoardCall,
  { itemId, ...change }: { itemId: string; kind: ReactionKind; reacted: boolean },
): Promise<CommandResult<Item | null>> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    if (turn.isRepeat) return presentItemNow(turn, itemId);
    const item = await loadItem(turn.db, boardId, itemId);
    if (item?.kind !== "sticker") throw notFound();
    requireAllowed(mayReact(turn.facilitation, item, caller.userId));
    const reactions = withReaction(item.reactions, change, caller.userId);
    if (reactions === item.reactions) return presentForCaller(turn, item);
    if (change.reacted && isReactionFull(item.reactions, change.kind)) requireAllowed("reactions_full");
    turn.writeLater(reactionsWrite(turn.db, itemId, reactions));
    const after = { ...item, reactions };
    turn.record({ type: "item.put", item: after, reactor: caller.userId });
    return presentForCaller(turn, after);
  });
}

/**
 * Gives at most `most` stickers' reactions of a user to their heir, or removes them, on the turn's board [P6, I1].
 * @returns the number of stickers; fewer than `most` means that none are left
 */
export async function replaceReactor(turn: Turn, { userId, heir }: Heritage, most: number): Promise<number> {
  const ids = await store.stickersWithReactionsOf(turn.db, turn.board.id, userId, most);
  // While authors are hidden, a list of these stickers would reveal that one user reacted to them all.
  const hidesUsers = turn.facilitation.facilitator_options.avatars === "hide";
  for (const item of await loadItemsById(turn.db, turn.board.id, ids)) {
    const reactions = inheritReactions(item.reactions, { userId, heir });
    turn.writeLater(reactionsWrite(turn.db, item.id, reactions));
    if (!hidesUsers) turn.record({ type: "item.put", item: { ...item, reactions }, reactor: userId });
  }
  if (hidesUsers && ids.length > 0) turn.record({ type: "tick" });
  return ids.length;
}
