import { cleanText } from "@retro/contract/clean-text";
import type { Item } from "@retro/contract/items";
import type { StickerStyle } from "@retro/contract/styles";
import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import { firstRev, mergeStyle, stylePatch } from "@retro/rules/revision";
import { childrenOf } from "@retro/rules/tree";
import { isAddition, itemIds } from "../commands/commands.ts";
import type { OutboxEntry } from "./outboxEntry.ts";

/** The failed `sticker.add` of the sticker that this command is about. */
export function findFailedAdd(
  command: BoardCommand,
  entries: readonly OutboxEntry[],
): OutboxEntry | undefined {
  if (command.type !== "item.edit" && command.type !== "item.move" && command.type !== "item.delete")
    return undefined;
  return entries.find(
    ({ command: add, state }) => state === "refused" && add.type === "sticker.add" && add.id === command.id,
  );
}

/** Applies an edit or move of a refused new sticker to its `sticker.add`. */
export function mergeIntoFailedAdd(failed: OutboxEntry, command: BoardCommand): void {
  const add = failed.command;
  if (add.type !== "sticker.add") return;
  failed.sent ??= add;
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

/** Whether the author of a refused new sticker has given it another text since it was sent first. */
export function hasNewTitle({ command, sent }: OutboxEntry): boolean {
  return command.type === "sticker.add" && sent?.type === "sticker.add" && command.title !== sent.title;
}

/** Whether the command adds something that the board contains: the server has carried it out. */
export function isOnBoard(command: BoardCommand, view: BoardView): boolean {
  return isAddition(command) && itemIds(command).some((id) => view.items.has(id) || view.actions.has(id));
}

/** An earlier attempt got no answer, and the board was not compared since. */
export function mayBeOnBoard({ command, uncertain }: OutboxEntry, view: BoardView | null): boolean {
  return uncertain || (view !== null && isOnBoard(command, view));
}

/**
 * The commands that a new sticker still needs when the server has carried out an earlier attempt: what its
 * author changed after that attempt.
 * @param item the sticker as the server has it
 * @returns an edit that conflicts with another user's [T8], and a move unless another user has moved it; none
 *   if nothing changed
 */
export function changesSinceSent(
  { command, sent }: OutboxEntry,
  item: Item,
  view: BoardView,
): BoardCommand[] {
  if (command.type !== "sticker.add" || sent?.type !== "sticker.add") return [];
  const { id, parent_id } = command;
  // A later revision is another user's. Which attempt it started from is not known: compare with the first.
  const before = item.rev === firstRev ? item : sent;
  const title = cleanText(command.title) === cleanText(before.title ?? "") ? undefined : command.title;
  const style = stylePatch((before.style ?? {}) as StickerStyle, command.style ?? {});
  const changes: BoardCommand[] = [];
  if (title !== undefined || style !== undefined)
    changes.push({
      type: "item.edit",
      id,
      rev: firstRev,
      ...(title !== undefined && { title }),
      ...(style && { style }),
    });
  if (parent_id !== item.parent_id && item.parent_id === sent.parent_id) {
    const after_id = childrenOf(view.items, parent_id).at(-1)?.id ?? null;
    changes.push({ type: "item.move", id, parent_id, after_id });
  }
  return changes;
}
