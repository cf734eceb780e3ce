import type { ActionCommand } from "@retro/rules/testing/model/commands";
import type { ModelBoard } from "@retro/rules/testing/model/state";
import type { PlannedActionCommand } from "./planned-actions.ts";
import type { ActionRef, ItemRef } from "./planned-refs.ts";

/** What the references of a planned command need. */
interface Context {
  board: ModelBoard;
  users: readonly string[];
  idOf: (ref: ItemRef) => string;
  freshId: () => string;
}

type Planned<Do extends PlannedActionCommand["do"]> = Extract<PlannedActionCommand, { do: Do }>;

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
      const { place: after, from } = planned;
      const id = idOf(planned.action);
      const order = board.actions.find((each) => each.id === id)?.order ?? "";
      return {
        do: "moveAction",
        action: id,
        after_id: after === "first" ? null : idOf(after),
        ...(from && { from: { order: from === "fresh" ? order : `${order}V` } }),
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

function fieldsOf(
  { users }: Context,
  { owner: named, due: on }: Pick<Planned<"editAction">, "owner" | "due">,
  actor: string,
): Pick<Extract<ActionCommand, { do: "editAction" }>, "owner_id" | "owner_name" | "due_on"> {
  const other = users.find((id) => id !== actor) ?? actor;
  return {
    ...(named && { owner_id: { self: actor || other, other, nobody: null }[named.who] }),
    ...(named?.name !== undefined && { owner_name: named.name }),
    ...(on !== undefined && { due_on: on }),
  };
}
