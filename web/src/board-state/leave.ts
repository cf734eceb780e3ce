import type { Entry } from "./entry.ts";
import { isOpen } from "./entry-rules.ts";
import { isJudged } from "./meaning.ts";
import { isSessionCommand } from "./requests.ts";

/** Together they stay below what a browser lets outlive its page (64 kB). */
const mostOnLeave = 20;
/** A request that is under way for longer has reached the server, or is judged before it is sent again. */
const longFlightMs = 2000;

/**
 * What a page sends once more when it goes. What may have been done already, and would undo others' newer work if it were done again, is
 * left to the next page: nobody is left here to compare.
 */
export function sentOnLeave(entries: readonly Entry[], now: number): Entry[] {
  const leftToNextPage = ({ command, uncertain, restored, inFlight, at }: Entry) =>
    isJudged(command) && (uncertain || restored || (inFlight && now - at > longFlightMs));
  return entries
    .filter((entry) => isOpen(entry) && !isSessionCommand(entry.command) && !leftToNextPage(entry))
    .slice(0, mostOnLeave);
}
