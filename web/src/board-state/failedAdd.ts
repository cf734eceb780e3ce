import type { StickerStyle } from "@retro/contract/entities";
import type { BoardCommand } from "@retro/rules/predict";
import { mergeStyle } from "@retro/rules/revision";
import type { OutboxEntry } from "./outboxEntry.ts";

/** The failed `sticker.add` of the sticker that this command is about: the server does not know the sticker. */
export function findFailedAdd(
  command: BoardCommand,
  entries: readonly OutboxEntry[],
): OutboxEntry | undefined {
  if (command.type !== "item.edit" && command.type !== "item.move" && command.type !== "item.delete")
    return undefined;
  return entries.find(
    ({ command: add, state }) => state === "failed" && add.type === "sticker.add" && add.id === command.id,
  );
}

/** Applies an edit or move of a refused new sticker to its `sticker.add`. */
export function mergeIntoFailedAdd(failed: OutboxEntry, command: BoardCommand): void {
  const add = failed.command;
  if (add.type !== "sticker.add") return;
  if (command.type === "item.edit") {
    const style =
      command.style &&
      (mergeStyle({ kind: "sticker", style: add.style ?? {} }, command.style) as StickerStyle);
    failed.command = {
      ...add,
      title: command.title ?? add.title,
      ...(style && { style }),
    };
  } else if (command.type === "item.move" && command.parent_id !== null)
    failed.command = { ...add, parent_id: command.parent_id };
}
