import { randomUUID } from "node:crypto";
import type { CreateAction, MoveAction, UpdateAction } from "@retro/contract/action-commands";
import type { Action, ActionStatus } from "@retro/contract/actions";
import type { ChangeMeta } from "@retro/contract/changes";
import { uuid } from "@retro/contract/ids";
import { limits } from "@retro/contract/limits";
import { actionPosition, editedAction, newAction, setsStatusOnly } from "@retro/rules/actions";
import {
  isActionHiddenFrom,
  isHiddenFrom,
  mayChangeAction,
  mayEditStickers,
  maySetStatus,
} from "@retro/rules/permissions";
import { presentAction, type UnredactedChange } from "@retro/rules/present";
import { makeOrderKeys, placeItem } from "@retro/rules/tree";
import {
  actionCountWrite,
  loadAction,
  loadActions,
  toAction,
  toActionRow,
} from "../../board/parts/action-store.ts";
import type { BoardCall, Caller } from "../../board/turn/caller.ts";
import { findRowAnywhere } from "../../board/parts/item-store.ts";
import { readSnapshot } from "../../board/read/snapshot.ts";
import { requireRoomInSpace } from "../../board/turn/space-room.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";
import type { Deps } from "../../deps.ts";
import { AppError, fieldError, notFound, requireAllowed } from "../../http/errors/app-error.ts";
import * as store from "./store.ts";
import { channels } from "@retro/contract/events";
import { openBoard } from "../../board/turn/board-access.ts";
import { findPeople } from "../people/commands.ts";

export interface ActionResult<T> {
  value: T;
  meta: ChangeMeta;
}

/**
 * The actions of a board in their order, as a user may see them, and the version before the read [D3].
 * @throws AppError 404 for an unknown board
 */
export async function readActions(
  deps: Pick<Deps, "database">,
  boardId: string,
  userId: string,
): Promise<{ actions: Action[]; version: number }> {
  const { value, version, facilitation } = await readSnapshot(deps, boardId, userId, (db) =>
    loadActions(db, boardId),
  );
  return { actions: value.map((each) => presentAction(each, facilitation, userId)), version };
}

/**
 * Adds an action [D1], at the end or after another one; the same id again is the same action [T7].
 * @throws AppError 403 by D2, `content_hidden`, `space_actions_full` [G11], 404, 409 `id_taken`, 422 by field
 */
export async function addAction(
  { deps, boardId, caller }: BoardCall,
  body: CreateAction,
): Promise<ActionResult<Action | null>> {
  const owner = findOwner(deps, boardId, caller.userId, body);
  await settle(caller, owner);
  return takeTurn(deps, boardId, caller, async (turn) => {
    if (turn.isRepeat) return presentNow(turn, turn.ids[0] ?? "");
    const id = body.id ?? randomUUID();
    turn.ids = [id];
    const known = body.id ? await store.findAnywhere(turn.db, body.id) : undefined;
    if (known) {
      if (known.board_id !== boardId || known.user_id !== caller.userId) throw new AppError(409, "id_taken");
      return present(turn, await requireAction(turn, id));
    }
    requireAllowed(mayEditStickers(turn.facilitation, caller.userId));
    await requireRoom(turn, "open");
    const source = await findSource(turn, body.source_item_id ?? null);
    const action = newAction(
      { ...body, ...(await owner) },
      {
        id,
        board_id: boardId,
        ...source,
        user_id: caller.userId,
        order: await placeAt(turn, null, body.after_id),
        created_at: new Date(turn.now).toISOString(),
      },
    );
    await insert(turn, { type: "action.put", action, happened: "created" });
    return present(turn, action);
  });
}

export interface ActionOptions {
  /** A space's members may set the status, although the facilitator has stopped editing [D2]. */
  throughSpace?: string;
}

/**
 * Changes text, owner, due date or status of an action [D1]; the status alone also on a locked board [D2].
 * @throws AppError 403 by D2, D3 or G11, 404, 409 `conflict` with the current action, 422 on `owner_id`
 */
export async function updateAction(
  { deps, boardId, caller }: BoardCall,
  id: string,
  body: UpdateAction,
  { throughSpace }: ActionOptions = {},
): Promise<ActionResult<Action | null>> {
  const before = body.owner_id == null ? undefined : await loadAction(deps.database.db, boardId, id);
  const owner = findOwner(deps, boardId, caller.userId, body, before);
  await settle(caller, owner);
  const statusOnly = setsStatusOnly(body);
  const work = async (turn: Turn) => {
    if (turn.isRepeat) return presentNow(turn, id);
    if (throughSpace !== undefined && turn.board.space_id !== throughSpace) throw notFound();
    const action = await requireAction(turn, id);
    const { facilitation } = turn;
    const mayEdit = statusOnly ? maySetStatus : mayEditStickers;
    if (throughSpace === undefined) requireAllowed(mayEdit(facilitation, caller.userId));
    if (isActionHiddenFrom(facilitation, action, caller.userId)) throw new AppError(403, "content_hidden");
    if (typeof body.rev === "number" && body.rev !== action.rev)
      throw new AppError(409, "conflict", { data: present(turn, action) });
    const edited = editedAction(action, { ...body, ...(await owner) }, new Date(turn.now).toISOString());
    if (edited === action) return present(turn, action);
    if (edited.status !== action.status) await requireOpenRoom(turn, edited.status);
    const saved = { ...edited, rev: action.rev + 1 };
    await store.save(turn.db, toActionRow(saved));
    const isDone = saved.status === "done" && action.status !== "done";
    const happened = isDone ? "done" : "changed";
    turn.record({ type: "action.put", action: saved, happened, before: action });
    return present(turn, saved);
  };
  return takeTurn(deps, boardId, caller, work, { evenIfLocked: statusOnly });
}

/**
 * Moves an action after another one, or to the beginning [D1].
 * @throws AppError 403 by D2 or D3, 404, 409 `conflict` if it is no longer at `from` [T9]
 */
export async function moveAction(
  { deps, boardId, caller }: BoardCall,
  id: string,
  { after_id, from }: MoveAction,
): Promise<ActionResult<Action | null>> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    if (turn.isRepeat) return presentNow(turn, id);
    const actions = await loadActions(turn.db, boardId);
    const at = actions.findIndex((each) => each.id === id);
    const action = actions[at];
    if (action === undefined) throw notFound();
    requireAllowed(mayChangeAction(turn.facilitation, action, caller.userId));
    const others = actions.filter((each) => each !== action);
    if (after_id === id || actionPosition(others, after_id) === at) return present(turn, action);
    if (from && from.order !== action.order)
      throw new AppError(409, "conflict", { data: present(turn, action) });
    const moved = { ...action, order: await placeAt(turn, others, after_id) };
    await store.save(turn.db, toActionRow(moved));
    turn.record({ type: "action.put", action: moved });
    return present(turn, moved);
  });
}

/**
 * Deletes an action; its deleter can restore it [D4].
 * @param rev the revision that the caller has seen; null is not checked
 * @throws AppError 403 by D2 or D3, 404, 409 `conflict` if the action has another revision
 */
export async function deleteAction(
  { deps, boardId, caller }: BoardCall,
  id: string,
  rev: number | null = null,
): Promise<ActionResult<{ deleted: string[] }>> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    if (turn.isRepeat) return { deleted: [id] };
    const action = await requireAction(turn, id);
    requireAllowed(mayChangeAction(turn.facilitation, action, caller.userId));
    if (rev !== null && rev !== action.rev)
      throw new AppError(409, "conflict", { data: present(turn, action) });
    const deletion = { deleted_by: caller.userId, deleted_at: turn.now };
    await store.keepDeleted(turn.db, toActionRow(action), deletion);
    await store.remove(turn.db, id);
    turn.writeLater(actionCountWrite(turn.db, boardId, -1));
    turn.record({ type: "action.deleted", ids: [id] });
    return { deleted: [id] };
  });
}

/**
 * Restores an action that the caller deleted within the last day; a repeated call is harmless [D4].
 * @throws AppError 403 by D2, D3 or G11, 404, 409 `id_taken`, 422 on `text` when the board is full
 */
export async function restoreAction(
  { deps, boardId, caller }: BoardCall,
  id: string,
): Promise<ActionResult<Action | null>> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    if (turn.isRepeat) return presentNow(turn, id);
    const known = await loadAction(turn.db, boardId, id);
    if (known) return present(turn, known);
    const found = await store.findDeleted(turn.db, id);
    const isOwn = found?.row.board_id === boardId && found.deletedBy === caller.userId;
    if (!isOwn || turn.now - found.deletedAt > limits.deletedStickers.keptMs) throw notFound();
    const action = toAction(found.row);
    requireAllowed(mayChangeAction(turn.facilitation, action, caller.userId));
    await requireRoom(turn, action.status);
    if (await store.findAnywhere(turn.db, id)) throw new AppError(409, "id_taken");
    await store.forgetDeleted(turn.db, id);
    await insert(turn, { type: "action.put", action });
    return present(turn, action);
  });
}

function present(turn: Turn, action: Action): Action {
  return presentAction(action, turn.facilitation, turn.caller.userId);
}

/** For a repeat: as it is now; null: it is gone. */
async function presentNow(turn: Turn, id: string): Promise<Action | null> {
  const action = await loadAction(turn.db, turn.board.id, id);
  return action === undefined ? null : present(turn, action);
}

/** @throws AppError 404 */
async function requireAction(turn: Turn, id: string): Promise<Action> {
  const action = await loadAction(turn.db, turn.board.id, id);
  if (action === undefined) throw notFound();
  return action;
}

/** @throws AppError 422 on `text` when the board has too many actions, or as `requireOpenRoom` */
async function requireRoom(turn: Turn, status: ActionStatus): Promise<void> {
  const max = limits.actions.perBoard;
  if (turn.board.action_count >= max) throw fieldError("text", "validation.tooManyActions", { max });
  await requireOpenRoom(turn, status);
}

/** Refuses an open action too many in the board's space: 403 `space_actions_full` [G11]. */
async function requireOpenRoom(turn: Turn, status: ActionStatus): Promise<void> {
  const spaceId = turn.board.space_id;
  if (status === "open" && spaceId !== null)
    await requireRoomInSpace(turn.db, spaceId, { boards: 0, openActions: 1 });
}

async function insert(turn: Turn, change: Extract<UnredactedChange, { type: "action.put" }>): Promise<void> {
  turn.writeLater(store.insertion(turn.db, toActionRow(change.action)));
  turn.writeLater(actionCountWrite(turn.db, turn.board.id, 1));
  turn.record(change);
}

/**
 * The sticker that an action is made from. One that was deleted while somebody wrote stays named [D3]; one of
 * another board is refused.
 * @throws AppError 403 `content_hidden`, 422 on `source_item_id`
 */
async function findSource(
  turn: Turn,
  id: string | null,
): Promise<Pick<Action, "source_item_id" | "source_user_id">> {
  if (id === null) return { source_item_id: null, source_user_id: null };
  const item = await findRowAnywhere(turn.db, id);
  if (item === undefined && uuid.safeParse(id).success) return { source_item_id: id, source_user_id: null };
  if (item?.kind !== "sticker" || item.board_id !== turn.board.id)
    throw fieldError("source_item_id", "validation.unknownSticker");
  if (isHiddenFrom(turn.facilitation, item, turn.caller.userId)) throw new AppError(403, "content_hidden");
  return { source_item_id: item.id, source_user_id: item.user_id };
}

async function placeAt(
  turn: Turn,
  others: readonly Action[] | null,
  afterId: string | null | undefined,
): Promise<string> {
  const boardId = turn.board.id;
  if (afterId === undefined) return makeOrderKeys(1, await store.lastOrderKey(turn.db, boardId))[0] as string;
  const siblings = others ?? (await loadActions(turn.db, boardId));
  const { order, rekeyed } = placeItem(siblings, actionPosition(siblings, afterId));
  for (const each of rekeyed) {
    const action = { ...each.item, order: each.order };
    await store.save(turn.db, toActionRow(action));
    turn.record({ type: "action.put", action });
  }
  return order;
}

type Owner = Pick<Action, "owner_id" | "owner_name">;

/** A person is stored only if they are on the board, the caller, or the owner already [D1]. */
async function findOwner(
  deps: Deps,
  boardId: string,
  callerId: string,
  body: { owner_id?: string | null | undefined; owner_name?: string | null | undefined },
  before?: Action,
): Promise<Owner | null> {
  const { owner_id: id, owner_name: name } = body;
  if (id === undefined && name === undefined) return null;
  if (id == null) return { owner_id: null, owner_name: name || null };
  if (before?.owner_id === id) return { owner_id: id, owner_name: before.owner_name };
  // The command checks the access in its turn; only those who may open the board learn here who is on it [M4,
  // M5].
  if (id !== callerId) await openBoard(deps.database.db, boardId, callerId);
  if (id === callerId || (await isPresent(deps, boardId, id))) {
    const [person] = await findPeople(deps.database.db, [id]);
    if (person) return { owner_id: id, owner_name: person.name };
  }
  if (!name) throw fieldError("owner_id", "validation.unknownPerson");
  return { owner_id: null, owner_name: name };
}

/** A refusal waits for the turn if it may be that of a repeat, which is answered although the owner has left. */
async function settle(caller: Caller, owner: Promise<Owner | null>): Promise<void> {
  await owner.catch((error: unknown) => {
    if (caller.request?.headers["idempotency-key"] === undefined) throw error;
  });
}

async function isPresent(deps: Deps, boardId: string, userId: string): Promise<boolean> {
  try {
    return (await deps.presence.members(channels.presence(boardId))).includes(userId);
  } catch (error) {
    deps.log.warn(
      { err: error, board: boardId },
      "who is present could not be learnt; the owner of an action is stored by name alone",
    );
    return false;
  }
}
