import { limits } from "@retro/contract/limits";
import type { Command } from "@retro/rules/predict";
import { endDeferral } from "./deletion.ts";
import type { Entry } from "./entry.ts";
import { isOpen } from "./entry-rules.ts";
import { type Add, isAdd, isSessionCommand } from "./requests.ts";

/** Together they stay below what a browser lets outlive its page (64 kB). */
const mostOnLeave = 20;
/** A request that is under way for longer has reached the server, or is judged before it is sent again. */
const longFlightMs = 2000;

/** Ends the wait for "Undo", marks what is sent as perhaps done, and gives the commands to send. */
export function takeLeave(entries: readonly Entry[], now: number): Command[] {
  const leaving = sentOnLeave(entries, now);
  for (const entry of leaving) {
    if (entry.deferred) endDeferral(entry);
    entry.uncertain = true;
  }
  return commandsOnLeave(leaving);
}

/**
 * What a page sends once more when it goes. A move or deletion that may have been done already would undo others' newer work if it were
 * done again: it is left to the next page, which compares first.
 */
function sentOnLeave(entries: readonly Entry[], now: number): Entry[] {
  const leftToNextPage = ({ command, uncertain, restored, inFlight, at }: Entry) =>
    (command.type === "item.move" || command.type === "item.delete") &&
    (uncertain || restored || (inFlight && now - at > longFlightMs));
  return entries
    .filter((entry) => isOpen(entry) && !isSessionCommand(entry.command) && !leftToNextPage(entry))
    .slice(0, mostOnLeave);
}

/**
 * The commands that those entries are sent with. Stickers of one column go in one request: of several requests at a time a later one may
 * arrive first, and the stickers would change places.
 */
function commandsOnLeave(entries: readonly Entry[]): Command[] {
  const commands: Command[] = [];
  for (const { command } of entries) {
    if (!isAdd(command)) {
      commands.push(command);
      continue;
    }
    const { parent_id } = command;
    const at = commands.findLastIndex((each) => isAdd(each) && each.parent_id === parent_id);
    const earlier = commands[at];
    const items = [...(earlier && isAdd(earlier) ? itemsOf(earlier) : []), ...itemsOf(command)];
    if (at < 0 || items.length > limits.stickersPerCall) commands.push(command);
    else commands[at] = { type: "stickers.add", parent_id, items };
  }
  return commands;
}

function itemsOf(command: Add): Extract<Add, { type: "stickers.add" }>["items"] {
  if (command.type === "stickers.add") return command.items;
  const { type: _, parent_id: __, ...item } = command;
  return [item];
}
