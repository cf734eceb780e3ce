import { type Audience, facilitates } from "./permissions.ts";
import type { ModelAction, ModelBoard } from "./state.ts";

let minted = 0;

/** The id of a new action, until the server's is known. */
export function mintActionId(): string {
  minted += 1;
  return `?action ${minted}`;
}

/** [D3] */
export function hidesAction(board: ModelBoard, action: ModelAction, from: Audience): boolean {
  if (!board.options.hideContent || action.source === null || facilitates(board, from)) return false;
  return from === null || (action.author !== from && action.source.author !== from);
}

/** An action as an audience may see it; all fields of the wire but `order`. */
export function seenAction(board: ModelBoard, action: ModelAction, who: Audience): Record<string, unknown> {
  const hidden = hidesAction(board, action, who);
  const author = (id: string | null) => (board.options.avatars !== "hide" || id === who ? id : null);
  return {
    id: action.id,
    board_id: board.id,
    text: hidden ? null : action.text,
    hidden,
    owner_id: action.ownerId,
    owner_name: action.ownerName,
    due_on: action.due,
    status: action.status,
    source_item_id: action.source?.id ?? null,
    source_user_id: author(action.source?.author ?? null),
    user_id: author(action.author),
    rev: action.rev,
    created_at: new Date(action.createdAt).toISOString(),
    status_at: new Date(action.statusAt).toISOString(),
  };
}
