import { showsAvatar } from "@retro/rules/permissions";
import { mayReact } from "@retro/rules/reactions";
import { childIds } from "../../../board-state/view/childIds.ts";
import type { BoardState } from "../../../board-state/types.ts";
import { saveStatesOf, stickerCountsOf } from "./stickerCounts.ts";

export type ShownParts = ReturnType<typeof stickerPartsOf>;

/** Returns what the sticker shows. All values stay the same while the state about the sticker does. */
export function stickerPartsOf(state: BoardState, id: string) {
  const { view, people } = state;
  const item = view?.items.get(id);
  const options = view?.facilitation.facilitator_options;
  const author = people.get(item?.user_id ?? "");
  const group = view != null && childIds(view.items, id).length > 0 ? stickerCountsOf(view) : null;
  return {
    item,
    editor: people.get(state.editing.get(id)?.[0] ?? ""),
    author:
      author !== undefined && showsAvatar(options?.avatars ?? false, author.options) ? author : undefined,
    dateShown: options?.showStickerDate ?? false,
    mayReact: item !== undefined && view != null && mayReact(view.facilitation, item, view.userId) === null,
    saveState: saveStatesOf(state.pending).get(id),
    groupSize: group?.perGroup.get(id) ?? 0,
    groupVotes: group?.votesPerGroup.get(id) ?? null,
  };
}
