import type { Item } from "@retro/contract/entities";
import type { Command } from "@retro/rules/predict";
import { editedContent } from "@retro/rules/revision";
import type { Method } from "./api.ts";

export interface Request {
  readonly method: Method;
  /** Below `boards/{id}`. */
  readonly path: string;
  readonly body?: unknown;
}

/** The call that a command stands for (wire contract, "Calls"). */
export function requestFor(command: Command): Request {
  switch (command.type) {
    case "sticker.add": {
      const { type: _, ...body } = command;
      return { method: "POST", path: "/items", body };
    }
    case "item.edit": {
      const { type: _, id, ...body } = command;
      return { method: "PUT", path: `/items/${id}`, body };
    }
    case "item.move":
      return {
        method: "PUT",
        path: "/sort",
        body: { item_id: command.id, parent_id: command.parent_id, after_id: command.after_id },
      };
    case "item.delete":
      return { method: "DELETE", path: `/items/${command.id}` };
    case "vote":
      return { method: command.voted ? "POST" : "DELETE", path: `/items/${command.id}/vote` };
    case "board.edit":
      return { method: "PUT", path: "", body: command.head };
    default:
      return command satisfies never;
  }
}

/** What a command is about: commands with a name in common go one after the other. */
export function names(command: Command): string[] {
  switch (command.type) {
    case "sticker.add":
    case "item.move":
      // Places are counted among siblings, so that newcomers under one parent keep their order.
      return [command.id, `in:${command.parent_id}`];
    case "item.edit":
    case "item.delete":
    case "vote":
      return [command.id];
    case "board.edit":
      return ["board"];
    default:
      return command satisfies never;
  }
}

/** The item that must be there first. */
export function needs(command: Command): string | null {
  return command.type === "sticker.add" || command.type === "item.move" ? command.parent_id : null;
}

/** Does the item already say what the edit wanted? Then an answer was lost, and there is no conflict. */
export function alreadySays(item: Item, edit: Extract<Command, { type: "item.edit" }>): boolean {
  return editedContent(item, edit) === null;
}
