import type { CreateAction, UpdateAction } from "@retro/contract/action-commands";
import { type Action, actionDetailNames, type ActionDetails, detailsOf } from "@retro/contract/actions";
import type { Change } from "@retro/contract/changes";
import type { BoardView } from "./apply-change.ts";
import { mayEditStickers, maySetStatus } from "./permissions.ts";
import { presentAction } from "./present.ts";
import { firstRev } from "./revision.ts";
import { compareSiblings, makeOrderKeys, placeItem, positionAfter } from "./tree.ts";

/** Of the owner's two fields the one that is left out counts as null. */
export type ActionPatch = Omit<UpdateAction, "rev">;

export type ActionCommand =
  | ({ type: "action.add"; id: string } & CreateAction)
  | ({ type: "action.edit"; id: string; rev?: number } & ActionPatch)
  /** `from`: refused if the action is no longer there [T9]. */
  | { type: "action.move"; id: string; after_id: string | null; from?: { order: string } }
  /** `rev`: refused if the action has another revision. */
  | { type: "action.delete"; id: string; rev?: number }
  /** `action`: the deleted action, for the prediction; null when its text may not be kept. */
  | { type: "action.restore"; id: string; action: Action | null };

export function isActionCommand(command: { type: string }): command is ActionCommand {
  return command.type.startsWith("action.");
}

export function sortActions<T extends Pick<Action, "id" | "order">>(actions: Iterable<T>): T[] {
  return [...actions].sort(compareSiblings);
}

/** After an action; null means first, undefined or an action that is gone means last [D1]. */
export function actionPosition(
  others: readonly Pick<Action, "id" | "order">[],
  afterId: string | null | undefined,
): number {
  return afterId === undefined ? others.length : positionAfter(others, afterId);
}

type NewAction = Pick<CreateAction, "text" | "owner_id" | "owner_name" | keyof ActionDetails>;
type MadeAction = Pick<
  Action,
  "id" | "board_id" | "source_item_id" | "source_user_id" | "user_id" | "order" | "created_at"
>;

export function newAction(said: NewAction, made: MadeAction): Action {
  return {
    text: said.text,
    hidden: false,
    owner_id: said.owner_id ?? null,
    owner_name: said.owner_name || null,
    ...detailsOf(said),
    status: "open",
    ...made,
    rev: firstRev,
    status_at: made.created_at,
  };
}

export const editedFields = ["text", "owner_id", "owner_name", "status", ...actionDetailNames] as const;

/** Whether an edit sets the status and nothing else, which a locked board allows [D2]. */
export function setsStatusOnly(patch: ActionPatch): boolean {
  return editedFields.every((field) => field === "status" || patch[field] === undefined);
}

/** The same object when the edit changes nothing; the revision is the caller's business [D1]. */
export function editedAction(action: Action, patch: ActionPatch, at: string): Action {
  const setsOwner = patch.owner_id !== undefined || patch.owner_name !== undefined;
  const edited: Action = {
    ...action,
    ...Object.fromEntries(
      editedFields.filter((field) => patch[field] !== undefined).map((field) => [field, patch[field]]),
    ),
    ...(setsOwner && { owner_id: patch.owner_id ?? null, owner_name: patch.owner_name || null }),
  };
  if (edited.status !== action.status) edited.status_at = at;
  return editedFields.some((field) => edited[field] !== action[field]) ? edited : action;
}

/** What the server will make of a command [Y5]; nothing when the rules refuse it. */
export function predictAction(view: BoardView, command: ActionCommand, now: number): Change[] {
  const may = command.type === "action.edit" && setsStatusOnly(command) ? maySetStatus : mayEditStickers;
  if (may(view.facilitation, view.userId)) return [];
  const put = (action: Action): Change => ({ type: "action.put", action });
  const at = new Date(now).toISOString();
  const known = view.actions.get(command.id);
  if (command.type === "action.add") return known ? [] : predictAddedAction(view, command, at);
  if (command.type === "action.restore")
    return known || !command.action
      ? []
      : [put(presentAction(command.action, view.facilitation, view.userId))];
  if (!known || known.hidden) return [];
  switch (command.type) {
    case "action.edit": {
      const edited = editedAction(known, command, at);
      // As with stickers, only the server counts revisions [T8].
      return edited === known ? [] : [put({ ...edited, rev: command.rev ?? known.rev })];
    }
    case "action.move": {
      const others = sortActions(view.actions.values()).filter(({ id }) => id !== known.id);
      const { order, rekeyed } = placeItem(others, actionPosition(others, command.after_id));
      return [put({ ...known, order }), ...rekeyed.map((each) => put({ ...each.item, order: each.order }))];
    }
    case "action.delete":
      return [{ type: "action.deleted", ids: [known.id] }];
    default:
      return command satisfies never;
  }
}

function predictAddedAction(
  view: BoardView,
  command: Extract<ActionCommand, { type: "action.add" }>,
  at: string,
): Change[] {
  const others = sortActions(view.actions.values());
  const source = view.items.get(command.source_item_id ?? "");
  const { order, rekeyed } =
    command.after_id === undefined
      ? { order: makeOrderKeys(1, others.at(-1)?.order ?? null)[0] as string, rekeyed: [] }
      : placeItem(others, actionPosition(others, command.after_id));
  const action = newAction(command, {
    id: command.id,
    board_id: source?.board_id ?? others[0]?.board_id ?? "",
    source_item_id: command.source_item_id ?? null,
    source_user_id: source?.user_id ?? null,
    user_id: view.userId,
    order,
    created_at: at,
  });
  return [action, ...rekeyed.map((each) => ({ ...each.item, order: each.order }))].map((each): Change => ({
    type: "action.put",
    action: each,
  }));
}
