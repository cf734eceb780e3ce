import type { PlannedActionCommand, PlannedFields } from "./planned-actions.ts";
import type { ActionRef, ItemRef } from "./planned-refs.ts";
import type { ModelBoard } from "./state.ts";

interface SentFields {
  owner_id?: string | null;
  owner_name?: string;
  due_on?: string | null;
}

/** A command on actions as it is sent. */
export type ActionCommand =
  | (SentFields & {
      do: "addAction";
      text: string;
      id?: string;
      source_item_id?: string;
      after_id?: string | null;
    })
  | (SentFields & { do: "editAction"; action: string; text?: string; status?: string; rev?: number })
  | { do: "moveAction"; action: string; after_id: string | null }
  | { do: "deleteAction"; action: string; rev?: number }
  | { do: "restoreAction"; action: string };

/** Tells whether a command is about an action. */
export function isActionCommand<T extends { do: string }>(
  command: T,
): command is Extract<T, { do: `${string}Action` }> {
  return command.do.endsWith("Action");
}

/** What the references of a planned command need. */
interface Context {
  board: ModelBoard;
  users: readonly string[];
  idOf: (ref: ItemRef) => string;
  freshId: () => string;
}

/** The command with its references replaced by current ids. */
export function resolveAction(at: Context, planned: PlannedActionCommand, actor: string): ActionCommand {
  const { board } = at;
  const idOf = ({ of, n }: ActionRef): string => {
    const ids =
      of === "action"
        ? board.actions.map(({ id }) => id)
        : of === "deletedAction"
          ? [...board.deletedActions.keys()]
          : [];
    return ids[n % ids.length] ?? at.freshId();
  };
  const revOf = (id: string, lag: number | null) => {
    const now = board.actions.find((each) => each.id === id)?.rev ?? 1;
    return lag === null ? {} : { rev: now - lag };
  };
  switch (planned.do) {
    case "addAction": {
      const { text, id, source, place: after } = planned;
      return {
        do: "addAction",
        text,
        ...fieldsOf(at, planned, actor),
        ...(id !== null && { id: id === "new" ? at.freshId() : idOf(id) }),
        ...(source && { source_item_id: at.idOf(source) }),
        ...(after !== undefined && { after_id: after === "first" ? null : idOf(after) }),
      };
    }
    case "editAction": {
      const id = idOf(planned.action);
      const { text, status, rev } = planned;
      return {
        do: "editAction",
        action: id,
        ...(text !== undefined && { text }),
        ...(status !== undefined && { status }),
        ...fieldsOf(at, planned, actor),
        ...revOf(id, rev),
      };
    }
    case "moveAction": {
      const { place: after } = planned;
      return {
        do: "moveAction",
        action: idOf(planned.action),
        after_id: after === "first" ? null : idOf(after),
      };
    }
    case "deleteAction": {
      const id = idOf(planned.action);
      return { do: "deleteAction", action: id, ...revOf(id, planned.rev) };
    }
    case "restoreAction":
      return { do: "restoreAction", action: idOf(planned.action) };
    default:
      return planned satisfies never;
  }
}

function fieldsOf({ users }: Context, { owner: named, due: on }: PlannedFields, actor: string): SentFields {
  const other = users.find((id) => id !== actor) ?? actor;
  return {
    ...(named && { owner_id: { self: actor || other, other, nobody: null }[named.who] }),
    ...(named?.name !== undefined && { owner_name: named.name }),
    ...(on !== undefined && { due_on: on }),
  };
}

/** The call that a command is; see `callOf`. */
export function actionCallOf(command: ActionCommand): {
  method: "post" | "put" | "delete";
  path: string;
  body?: object;
} {
  if (command.do === "addAction") {
    const { do: _, ...body } = command;
    return { method: "post", path: "/actions", body };
  }
  const { do: what, action: id, ...body } = command;
  const path = `/actions/${id}`;
  if (what === "editAction") return { method: "put", path, body };
  if (what === "moveAction") return { method: "put", path: `${path}/position`, body };
  if (what === "restoreAction") return { method: "post", path: `${path}/restore` };
  const { rev } = command as { rev?: number };
  return { method: "delete", path: rev === undefined ? path : `${path}?rev=${rev}` };
}
