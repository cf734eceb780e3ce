import type { Entry } from "./entry.ts";
import { isOpen } from "./entry-rules.ts";
import { isSessionCommand } from "./requests.ts";

/** Together they stay below what a browser lets outlive its page (64 kB). */
const mostOnLeave = 20;
/** A request that is under way for longer has reached the server, or is judged before it is sent again. */
const longFlightMs = 2000;

/**
 * What a page sends once more when it goes. A move or deletion that may have been done already would undo others' newer work if it were
 * done again: it is left to the next page, which compares first.
 */
export function sentOnLeave(entries: readonly Entry[], now: number): Entry[] {
  const leftToNextPage = ({ command, uncertain, restored, inFlight, at }: Entry) =>
    (command.type === "item.move" || command.type === "item.delete") &&
    (uncertain || restored || (inFlight && now - at > longFlightMs));
  return entries
    .filter((entry) => isOpen(entry) && !isSessionCommand(entry.command) && !leftToNextPage(entry))
    .slice(0, mostOnLeave);
}
