import { limits } from "@retro/contract/limits";
import type { BoardCommand } from "@retro/rules/predict";
import { endDeferral } from "./deferredDeletion.ts";
import type { OutboxEntry } from "./outboxEntry.ts";
import { isOpen } from "./entryDependencies.ts";
import { type AddCommand, isAddCommand, isFacilitationCommand } from "./commandRequests.ts";

/** Together they stay below what a browser lets outlive its page (64 kB). */
const maxSentOnUnload = 20;
/** A request that is under way for longer has reached the server, or is judged before it is sent again. */
const longInFlightMs = 2000;

/** Ends the wait for "Undo", marks what is sent as perhaps done, and gives the commands to send. */
export function takeUnloadCommands(entries: readonly OutboxEntry[], now: number): BoardCommand[] {
  const leaving = entriesToSend(entries, now);
  for (const entry of leaving) {
    if (entry.deferred) endDeferral(entry);
    entry.uncertain = true;
  }
  return mergedCommands(leaving);
}

/**
 * What a page sends once more when it goes. A move or deletion that may have been done already would undo others' newer work if it were
 * done again: it is left to the next page, which compares first.
 */
function entriesToSend(entries: readonly OutboxEntry[], now: number): OutboxEntry[] {
  const isForNextPage = ({ command, uncertain, restored, inFlight, at }: OutboxEntry) =>
    (command.type === "item.move" || command.type === "item.delete") &&
    (uncertain || restored || (inFlight && now - at > longInFlightMs));
  return entries
    .filter((entry) => isOpen(entry) && !isFacilitationCommand(entry.command) && !isForNextPage(entry))
    .slice(0, maxSentOnUnload);
}

/**
 * The commands that those entries are sent with. Stickers of one column go in one request: of several requests at a time a later one may
 * arrive first, and the stickers would change places.
 */
function mergedCommands(entries: readonly OutboxEntry[]): BoardCommand[] {
  const commands: BoardCommand[] = [];
  for (const { command } of entries) {
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

function itemsOf(command: AddCommand): Extract<AddCommand, { type: "stickers.add" }>["items"] {
  if (command.type === "stickers.add") return command.items;
  const { type: _, parent_id: __, ...item } = command;
  return [item];
}
