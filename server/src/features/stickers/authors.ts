import type { Turn } from "../../board/turn/turn.ts";
import { loadItemsById } from "../../board/parts/load-items.ts";
import { clearAuthorOf, stickersBy } from "./store.ts";

export async function removeAuthor(turn: Turn, userId: string, most: number): Promise<number> {
  const ids = await stickersBy(turn.db, turn.board.id, userId, most);
  if (ids.length === 0) return 0;
  await clearAuthorOf(turn.db, turn.board.id, ids);
  // While authors are hidden, a list of these stickers would reveal that one user wrote them all.
  if (turn.facilitation.facilitator_options.avatars === "hide") turn.record({ type: "tick" });
  else
    for (const item of await loadItemsById(turn.db, turn.board.id, ids))
      turn.record({ type: "item.put", item });
  return ids.length;
}
