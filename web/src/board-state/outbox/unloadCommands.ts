import { limits } from "@retro/contract/limits";
import type { BoardCommand } from "@retro/rules/predict";
import { type OutboxEntry, sentAgain } from "./outboxEntry.ts";
import { hasBase, isMomentary } from "../commands/commands.ts";
import type { CommandOf } from "../commands/commandSpec.ts";

/** Browsers limit the `keepalive` requests of a page to 64 kB together; so many commands stay below it. */
const maxSentOnUnload = 20;
/** A request in flight for longer has probably arrived: its command is checked before it is sent again. */
const longInFlightMs = 2000;

/** Ends the time for undo of deletions, and marks the entries as perhaps carried out. */
export function takeUnloadCommands(entries: readonly OutboxEntry[], now: number): BoardCommand[] {
  const leaving = entriesToSend(entries, now);
  for (const entry of leaving) {
    entry.sendOnUnload();
  }
  return mergedCommands(leaving);
}

/**
 * The entries that a closing page sends once more. A change that the server may have carried out, and that
 * names no revision, is left to the next page, which compares first: done again, it would undo newer work of
 * other users.
 */
function entriesToSend(entries: readonly OutboxEntry[], now: number): OutboxEntry[] {
  const isForNextPage = ({ command, uncertain, restored, state, at }: OutboxEntry) =>
    hasBase(command) && (uncertain || restored || (state === "sending" && now - at > longInFlightMs));
  return entries
    .filter((entry) => entry.isOpen && !isMomentary(entry.command) && !isForNextPage(entry))
    .slice(0, maxSentOnUnload);
}

/** New stickers of one column go in one request: parallel requests may arrive in another order. */
function mergedCommands(entries: readonly OutboxEntry[]): BoardCommand[] {
  const commands: BoardCommand[] = [];
  for (const command of entries.map((entry) =>
    entry.state === "sending" ? sentAgain(entry) : entry.command,
  )) {
    if (!isAddCommand(command)) {
      commands.push(command);
      continue;
    }
    const { parent_id } = command;
    const at = commands.findLastIndex((each) => isAddCommand(each) && each.parent_id === parent_id);
    const earlier = commands[at];
    const items = [...(earlier && isAddCommand(earlier) ? itemsOf(earlier) : []), ...itemsOf(command)];
    if (at < 0 || items.length > limits.stickersPerCall) commands.push(command);
    else commands[at] = { type: "stickers.add", parent_id, items };
  }
  return commands;
}

type AddCommand = CommandOf<"sticker.add" | "stickers.add">;

function isAddCommand(command: BoardCommand): command is AddCommand {
  return command.type === "sticker.add" || command.type === "stickers.add";
}

function itemsOf(command: AddCommand): CommandOf<"stickers.add">["items"] {
  if (command.type === "stickers.add") return command.items;
  const { type: _, parent_id: __, ...item } = command;
  return [item];
}
