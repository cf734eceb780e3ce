import type { Heritage } from "../../board/parts/heritage.ts";
import type { Turn } from "../../board/turn/turn.ts";
import { loadItemsById } from "../../board/parts/load-items.ts";
import { setAuthorOf, stickersBy } from "./store.ts";

/** @param heir the author instead of the user; null: the stickers have none */
export async function replaceAuthor(turn: Turn, { userId, heir }: Heritage, most: number): Promise<number> {
  const ids = await stickersBy(turn.db, turn.board.id, userId, most);
  if (ids.length === 0) return 0;
  await setAuthorOf(turn.db, turn.board.id, ids, heir);
  // While authors are hidden, a list of these stickers would reveal that one user wrote them all.
  if (turn.facilitation.facilitator_options.avatars === "hide") turn.record({ type: "tick" });
  else
    for (const item of await loadItemsById(turn.db, turn.board.id, ids))
      turn.record({ type: "item.put", item });
  return ids.length;
}
