import type { Action } from "@retro/contract/actions";
import type { ActionPatch } from "@retro/rules/actions";
import {
  isActionHiddenFrom,
  isHiddenFrom,
  mayChangeAction,
  mayEditStickers,
  type RefusalCode,
} from "@retro/rules/permissions";
import { presentAction } from "@retro/rules/present";
import { placeItem } from "@retro/rules/tree";
import { boardId, type Caller, type ModelAnswer, type ModelBoard } from "./modelBoard.ts";
import { RefusalError } from "./refusalError.ts";

/** The calls of the model server about actions. All throw a RefusalError when a rule forbids the change. */

function refuseIf(code: RefusalCode): void {
  if (code !== null) throw new RefusalError(403, code);
}

/** The actions in their order. */
export function sortedActions({ actions }: ModelBoard): Action[] {
  return [...actions.values()].toSorted((a, b) => (a.order < b.order ? -1 : 1));
}

/** Carries out a call below `/actions`. @param parts of the path after `/actions` */
export function applyActionCall(
  board: ModelBoard,
  caller: Caller,
  method: string,
  {
    id,
    below,
    rev,
    body,
  }: { id: string | undefined; below: string | undefined; rev: number | null; body: unknown },
): ModelAnswer {
  if (id === undefined) return addAction(board, caller, body as NewAction);
  if (below === "restore") return restoreAction(board, caller, id);
  const action = board.actions.get(id);
  if (action === undefined) throw new RefusalError(404, "not_found");
  refuseIf(mayChangeAction(board.facilitation, action, caller.id));
  if (below === "position") return moveAction(board, caller, action, body as ActionMove);
  if (method === "DELETE") return deleteAction(board, caller, action, rev);
  return editAction(board, caller, action, body as ActionPatch & { rev?: number });
}

interface NewAction extends ActionPatch {
  id: string;
  text: string;
  source_item_id?: string | null;
  after_id?: string | null;
}

function addAction(board: ModelBoard, caller: Caller, body: NewAction): ModelAnswer {
  const known = board.actions.get(body.id);
  if (known && known.user_id !== caller.id) throw new RefusalError(409, "id_taken");
  if (known) return board.commit(caller, shown(board, caller, known), []);
  refuseIf(mayEditStickers(board.facilitation, caller.id));
  const source = board.items.get(body.source_item_id ?? "");
  if (body.source_item_id && !source) throw new RefusalError(422, "invalid");
  if (source && isHiddenFrom(board.facilitation, source, caller.id))
    throw new RefusalError(403, "content_hidden");
  const at = new Date(board.clock()).toISOString();
  const action: Action = {
    id: body.id,
    board_id: boardId,
    text: body.text,
    hidden: false,
    owner_id: body.owner_id ?? null,
    owner_name: body.owner_name ?? null,
    due_on: body.due_on ?? null,
    status: "open",
    source_item_id: source?.id ?? null,
    source_user_id: source?.user_id ?? null,
    user_id: caller.id,
    order: "",
    rev: 1,
    created_at: at,
    status_at: at,
  };
  return place(board, caller, action, body.after_id);
}

function editAction(
  board: ModelBoard,
  caller: Caller,
  action: Action,
  { rev, ...patch }: ActionPatch & { rev?: number },
): ModelAnswer {
  if (rev !== undefined && rev !== action.rev)
    throw new RefusalError(409, "conflict", shown(board, caller, action));
  const setsOwner = patch.owner_id !== undefined || patch.owner_name !== undefined;
  const edited: Action = {
    ...action,
    ...(patch.text !== undefined && { text: patch.text }),
    ...(patch.due_on !== undefined && { due_on: patch.due_on }),
    ...(patch.status !== undefined && { status: patch.status }),
    ...(setsOwner && { owner_id: patch.owner_id ?? null, owner_name: patch.owner_name ?? null }),
  };
  if (JSON.stringify(edited) === JSON.stringify(action))
    return board.commit(caller, shown(board, caller, action), []);
  return put(board, caller, { ...edited, rev: action.rev + 1 });
}

interface ActionMove {
  after_id: string | null;
  from?: { order: string };
}

function moveAction(
  board: ModelBoard,
  caller: Caller,
  action: Action,
  { after_id, from }: ActionMove,
): ModelAnswer {
  const sorted = sortedActions(board);
  const others = sorted.filter((each) => each !== action);
  const stays = after_id === action.id || placeAfter(others, after_id) === sorted.indexOf(action);
  if (stays) return board.commit(caller, shown(board, caller, action), []);
  if (from && from.order !== action.order)
    throw new RefusalError(409, "conflict", shown(board, caller, action));
  return place(board, caller, action, after_id);
}

/** The position after an action, as the contract says: null means first, left out or gone means last. */
function placeAfter(others: readonly Action[], afterId: string | null | undefined): number {
  const at = others.findIndex(({ id }) => id === afterId);
  if (afterId === null) return 0;
  return at < 0 ? others.length : at + 1;
}

/** Puts an action after another one. */
function place(
  board: ModelBoard,
  caller: Caller,
  action: Action,
  afterId: string | null | undefined,
): ModelAnswer {
  const others = sortedActions(board).filter(({ id }) => id !== action.id);
  const { order, rekeyed } = placeItem(others, placeAfter(others, afterId));
  return put(
    board,
    caller,
    { ...action, order },
    ...rekeyed.map((each) => ({ ...each.item, order: each.order })),
  );
}

function deleteAction(board: ModelBoard, caller: Caller, action: Action, rev: number | null): ModelAnswer {
  if (rev !== null && rev !== action.rev)
    throw new RefusalError(409, "conflict", shown(board, caller, action));
  board.actions.delete(action.id);
  board.restorableActions.set(action.id, { by: caller.id, action });
  return board.commit(caller, { deleted: [action.id] }, [{ type: "action.deleted", ids: [action.id] }]);
}

function restoreAction(board: ModelBoard, caller: Caller, id: string): ModelAnswer {
  const present = board.actions.get(id);
  if (present) return board.commit(caller, shown(board, caller, present), []);
  const kept = board.restorableActions.get(id);
  if (kept?.by !== caller.id) throw new RefusalError(404, "not_found");
  refuseIf(mayEditStickers(board.facilitation, caller.id));
  if (isActionHiddenFrom(board.facilitation, kept.action, caller.id))
    throw new RefusalError(403, "content_hidden");
  return put(board, caller, kept.action);
}

function put(board: ModelBoard, caller: Caller, action: Action, ...others: Action[]): ModelAnswer {
  for (const each of [action, ...others]) board.actions.set(each.id, each);
  return board.commit(
    caller,
    shown(board, caller, action),
    [action, ...others].map((each) => ({ type: "action.put" as const, action: each })),
  );
}

function shown({ facilitation }: ModelBoard, caller: Caller, action: Action): Action {
  return presentAction(action, facilitation, caller.id);
}
