import { loadActionsById, toActionRow } from "../../board/parts/action-store.ts";
import type { Heritage } from "../../board/parts/heritage.ts";
import type { Turn } from "../../board/turn/turn.ts";
import * as store from "./store.ts";

export { eraseFromDeleted as eraseFromDeletedActions } from "./store.ts";

/** Without an heir the owner's name goes too [P6]. A hidden action stays hidden: it still came from a sticker [D3]. */
export async function replaceInActions(
  turn: Turn,
  { userId, heir }: Heritage,
  most: number,
): Promise<number> {
  const ids = await store.actionsWith(turn.db, turn.board.id, userId, most);
  const inherit = (id: string | null) => (id === userId ? heir : id);
  const hidesAuthors = turn.facilitation.facilitator_options.avatars === "hide";
  for (const action of await loadActionsById(turn.db, turn.board.id, ids)) {
    const isOwner = action.owner_id === userId;
    const next = {
      ...action,
      user_id: inherit(action.user_id),
      source_user_id: inherit(action.source_user_id),
      ...(isOwner && {
        owner_id: heir,
        owner_name: heir === null ? null : action.owner_name,
        rev: action.rev + 1,
      }),
    };
    await store.save(turn.db, toActionRow(next));
    if (!hidesAuthors || isOwner) turn.record({ type: "action.put", action: next });
  }
  if (hidesAuthors && ids.length > 0) turn.record({ type: "tick" });
  return ids.length;
}
