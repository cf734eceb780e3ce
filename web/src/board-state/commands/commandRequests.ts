import type { Action } from "@retro/contract/actions";
import type { Item } from "@retro/contract/entities";
import { type ActionCommand, isActionCommand } from "@retro/rules/actions";
import type { BoardCommand } from "@retro/rules/predict";
import { editedContent } from "@retro/rules/revision";
import type { Method } from "../apiCalls.ts";
import { isActionEdited } from "./lateActionCommand.ts";

export interface CommandRequest {
  readonly method: Method;
  /** Below `boards/{id}`. */
  readonly path: string;
  readonly body?: unknown;
}

/** The request that carries a command. */
export function requestFor(command: BoardCommand): CommandRequest {
  if (isActionCommand(command)) return actionRequest(command);
  switch (command.type) {
    case "sticker.add":
    case "stickers.add": {
      const { type: _, ...body } = command;
      return { method: "POST", path: "/items", body };
    }
    case "item.edit": {
      const { type: _, id, ...body } = command;
      return { method: "PUT", path: `/items/${id}`, body };
    }
    case "item.move": {
      const { type: _, id, ...place } = command;
      return { method: "PUT", path: "/sort", body: { item_id: id, ...place } };
    }
    case "item.delete":
      return { method: "DELETE", path: `/items/${command.id}${expectedQuery(command)}` };
    case "stickers.order":
      return { method: "PUT", path: "/order", body: { orders: command.orders } };
    case "sticker.restore":
      return { method: "POST", path: `/items/${command.id}/restore` };
    case "vote":
      return { method: command.voted ? "POST" : "DELETE", path: `/items/${command.id}/vote` };
    case "timer.start":
      return {
        method: "POST",
        path: "/timers",
        body: { count_time: command.count_time, start_time: command.at },
      };
    case "timer.edit":
      return { method: "PUT", path: "/timers", body: { count_time: command.count_time } };
    case "timer.pause":
      return {
        method: "PUT",
        path: "/timers",
        body: { pause_time: command.at, count_pause_time: command.seconds },
      };
    case "timer.play":
      return { method: "PUT", path: "/timers", body: { start_time: command.at } };
    case "timer.stop":
      return { method: "DELETE", path: "/timers" };
    case "option.set":
      return { method: "PUT", path: "/facilitators", body: { option: command.option, value: command.value } };
    case "seat.take":
      return { method: "POST", path: "/facilitators" };
    case "seat.leave":
      return { method: "DELETE", path: "/facilitators" };
    case "votes.reset":
      return { method: "PUT", path: "/reset-votes" };
    case "stickers.delete":
      return { method: "PUT", path: "/delete-cards" };
    default:
      return command satisfies never;
  }
}

function actionRequest(command: ActionCommand): CommandRequest {
  const path = `/actions/${command.id}`;
  switch (command.type) {
    case "action.add": {
      const { type: _, ...body } = command;
      return { method: "POST", path: "/actions", body };
    }
    case "action.edit": {
      const { type: _, id: __, ...body } = command;
      return { method: "PUT", path, body };
    }
    case "action.move":
      return { method: "PUT", path: `${path}/position`, body: { after_id: command.after_id } };
    case "action.delete":
      return { method: "DELETE", path: `${path}${command.rev === undefined ? "" : `?rev=${command.rev}`}` };
    case "action.restore":
      return { method: "POST", path: `${path}/restore` };
    default:
      return command satisfies never;
  }
}

/** What a deletion expects of its sticker. */
function expectedQuery({ rev, items, votes, since }: Extract<BoardCommand, { type: "item.delete" }>): string {
  const expected = Object.entries({ rev, items, votes, since }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return expected.length > 0 ? `?${expected.join("&")}` : "";
}

/** Ids of the items that a command is about; none for a facilitation command. */
export function itemIds(command: BoardCommand): string[] {
  if (command.type === "stickers.add") return command.items.map((item) => item.id);
  if (command.type === "stickers.order") return command.orders.flatMap(({ to }) => to);
  if (command.type === "sticker.restore")
    return [...new Set([command.id, ...command.items.map((item) => item.id)])];
  return "id" in command ? [command.id] : [];
}

export type AddCommand = Extract<BoardCommand, { type: "sticker.add" | "stickers.add" }>;

export function isAddCommand(command: BoardCommand): command is AddCommand {
  return command.type === "sticker.add" || command.type === "stickers.add";
}

/** Whether a command adds stickers or an action. */
export function isAddition(command: BoardCommand): boolean {
  return isAddCommand(command) || command.type === "action.add";
}

/** Commands on timer, options and seat, resets included: sent within seconds or given up, never stored. */
export function isFacilitationCommand(command: BoardCommand): boolean {
  return itemIds(command).length === 0;
}

/** Whether `later` must wait until the server has answered `earlier`. */
export function mustWaitFor(later: BoardCommand, earlier: BoardCommand): boolean {
  if (isFacilitationCommand(later) || isFacilitationCommand(earlier)) {
    // Resetting votes and deleting all stickers concern every sticker; other facilitation commands concern none.
    const isClear = (command: BoardCommand) =>
      command.type === "votes.reset" || command.type === "stickers.delete";
    return (
      isClear(later) || isClear(earlier) || (isFacilitationCommand(later) && isFacilitationCommand(earlier))
    );
  }
  if (dependsOnTree(later, earlier)) return true;
  const names = new Set(orderingKeys(later));
  if (orderingKeys(earlier).some((name) => names.has(name))) return true;
  // The server must know the parent, or the sibling to follow, first.
  if (later.type === "action.add" || later.type === "action.move")
    return earlier.type === "action.add" || earlier.type === "action.move";
  const needed = "parent_id" in later ? [later.parent_id, "after_id" in later ? later.after_id : null] : [];
  return itemIds(earlier).some((id) => needed.includes(id));
}

/**
 * Whether an earlier command may change which stickers are under the items of a later one: a deletion deletes what is nested in its sticker,
 * and an order names all stickers under its parents. The ids of the earlier command do not tell where its sticker was.
 */
function dependsOnTree(later: BoardCommand, earlier: BoardCommand): boolean {
  if (later.type !== "item.delete" && later.type !== "stickers.order") return false;
  if (earlier.type === "item.move" || earlier.type === "sticker.restore") return true;
  return later.type === "stickers.order" && earlier.type === "item.delete";
}

function orderingKeys(command: BoardCommand): string[] {
  // New stickers under one parent keep their order.
  const parents =
    command.type === "stickers.order"
      ? command.orders.map(({ parent_id }) => parent_id)
      : "parent_id" in command
        ? [command.parent_id]
        : [];
  return [...itemIds(command), ...parents.map((id) => `in:${id}`)];
}

/**
 * Whether what an edit changes already has its content: an answer was lost then, and there is no conflict.
 * @param current the item or action that the refusal contains
 */
export function isAlreadyEdited(current: Item | Action, command: BoardCommand): boolean {
  if (command.type === "action.edit") return isActionEdited(current as Action, command);
  return command.type === "item.edit" && editedContent(current as Item, command) === null;
}
