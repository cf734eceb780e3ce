import type { Item, StickerStyle } from "@retro/contract/entities";
import type { BoardCommand } from "@retro/rules/predict";
import { firstRev, mergeStyle } from "@retro/rules/revision";
import type { OutboxEntry } from "./outboxEntry.ts";

/**
 * The failed `sticker.add` of the sticker that this command is about. The server does not know the sticker, unless it carried out an
 * earlier attempt whose answer was lost.
 */
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

/**
 * Returns the edit that a repeated `sticker.add` still needs: an earlier attempt had been carried out with an older text or style, and
 * the server answers a repetition with the sticker as it is.
 * @param answer the data of the server's answer
 * @returns null if nothing is missing, or somebody has edited the sticker since
 */
export function missingEdit(
  command: BoardCommand,
  answer: unknown,
): Extract<BoardCommand, { type: "item.edit" }> | null {
  if (command.type !== "sticker.add") return null;
  const { id, title, style = {} } = command;
  const item = answer as Item;
  const hasStyle = Object.entries(style).every(
    ([name, value]) => ((item.style as Record<string, unknown>)[name] ?? null) === value,
  );
  if (item.rev !== firstRev || item.title === null || (item.title === title.trim() && hasStyle)) return null;
  return { type: "item.edit", id, title, style, rev: item.rev };
}
