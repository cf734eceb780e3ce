import type { UnredactedChange } from "@retro/rules/present";
import type { TouchedParts } from "./change-log-store.ts";

/** What the changes of a turn touched, for the change log. @param by the caller's id */
export function summariseTouched(changes: readonly UnredactedChange[], by: string): TouchedParts {
  const touched: TouchedParts = { by };
  for (const change of changes) {
    if (change.type === "item.put") (touched.put ??= []).push(change.item.id);
    else if (change.type === "item.deleted") (touched.del ??= []).push(...change.ids);
    else if (change.type === "action.put") (touched.act ??= []).push(change.action.id);
    else if (change.type === "action.deleted") (touched.actDel ??= []).push(...change.ids);
    else if (change.type === "vote") touched.vote = { item: change.item_id, user: change.user_id };
    else if (change.type === "votes.restored") (touched.voted ??= []).push(change.item_id);
    else if (change.type === "board.put") touched.head = true;
    else if (change.type === "session.put") touched.session = true;
    else if (change.type === "votes.reset") touched.reset = true;
    else if (change.type !== "tick") change satisfies never;
  }
  return touched;
}
