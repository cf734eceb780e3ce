import type { Change } from "@retro/contract/changes";
import type { BoardHead, Item, SectionStyle, StickerStyle } from "@retro/contract/entities";
import type { BoardView } from "./apply.ts";
import { editedContent, firstRev } from "./revision.ts";
import { childrenOf, orderAt, placeAt, placeFault, positionAfter, subtreeIds } from "./tree.ts";

/** What a user does to a board's items; the browser shows `predict`'s changes until the server's arrive. */
export type Command =
  | { type: "sticker.add"; id: string; parent_id: string; title: string; style?: StickerStyle }
  | { type: "item.edit"; id: string; title?: string; style?: StickerStyle | SectionStyle; rev?: number }
  /** `after_id`: the sibling to follow; null means first. */
  | { type: "item.move"; id: string; parent_id: string | null; after_id: string | null }
  | { type: "item.delete"; id: string }
  | { type: "vote"; id: string; voted: boolean }
  | { type: "board.edit"; head: BoardHead };

/**
 * What the server is about to decide, as changes; empty when the view no longer holds what the command is about.
 * @param now epoch milliseconds, for a new sticker's date
 */
export function predict(view: BoardView, command: Command, now: number): Change[] {
  switch (command.type) {
    case "sticker.add": {
      if (!view.items.has(command.parent_id) || view.items.has(command.id)) return [];
      const item: Item = {
        id: command.id,
        board_id: view.items.get(command.parent_id)?.board_id ?? "",
        parent_id: command.parent_id,
        kind: "sticker",
        order: orderAt(childrenOf(view.items, command.parent_id), Number.MAX_SAFE_INTEGER),
        user_id: view.me,
        title: command.title,
        style: command.style ?? {},
        created_at: new Date(now).toISOString(),
        rev: firstRev,
        votes: 0,
        hidden: false,
      };
      return [{ type: "item.put", item }];
    }
    case "item.edit": {
      const item = view.items.get(command.id);
      if (!item) return [];
      const content = editedContent(item, command);
      // Only the server counts revisions: the prediction keeps the one that the edit began from, so that a second edit on top of it
      // conflicts when the first one does.
      return content
        ? [{ type: "item.put", item: { ...item, ...content, rev: command.rev ?? item.rev } }]
        : [];
    }
    case "item.move": {
      const item = view.items.get(command.id);
      if (!item || placeFault(view.items, command.id, command.parent_id)) return [];
      const siblings = childrenOf(view.items, command.parent_id).filter((s) => s.id !== command.id);
      const { order, rekeyed } = placeAt(siblings, positionAfter(siblings, command.after_id));
      return [
        { type: "item.put", item: { ...item, parent_id: command.parent_id, order } },
        ...rekeyed.map((each): Change => ({ type: "item.put", item: { ...each.item, order: each.order } })),
      ];
    }
    case "item.delete":
      return view.items.has(command.id)
        ? [{ type: "item.deleted", ids: subtreeIds(view.items, command.id) }]
        : [];
    case "vote": {
      const item = view.items.get(command.id);
      if (!item || view.mine.has(command.id) === command.voted) return [];
      const changes: Change[] = [{ type: "vote.mine", item_id: command.id, voted: command.voted }];
      if (item.votes !== null)
        changes.push({
          type: "votes.put",
          item_id: command.id,
          votes: item.votes + (command.voted ? 1 : -1),
        });
      return changes;
    }
    case "board.edit":
      return [{ type: "board.put", board: command.head }];
    default:
      return command satisfies never;
  }
}
