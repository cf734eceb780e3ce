import { limits } from "@retro/contract/limits";
import type { BoardCommand } from "@retro/rules/predict";
import { isMomentary } from "./commands.ts";
import type { EntryList } from "../outbox/entryList.ts";
import type { OutboxEntry } from "../outbox/outboxEntry.ts";
import type { OutboxOptions } from "../outbox/outboxTypes.ts";

interface Context extends Pick<OutboxOptions, "env" | "confirmed"> {
  list: EntryList;
  sendWaiting: () => void;
}

/** Commands that make a waiting step of the timer's minutes unnecessary. */
const replacesStep = new Set<BoardCommand["type"]>(["timer.edit", "timer.start", "timer.stop", "seat.leave"]);

/**
 * Debounces `timer.edit`: the user presses + or - several times, and only the last value is sent.
 * @param entry a new entry, not in the list yet
 * @returns whether to add the entry; false for a step back to the confirmed value, which is then resolved
 */
export function mergeTimerSteps(entry: OutboxEntry, { env, confirmed, list, sendWaiting }: Context): boolean {
  const { command } = entry;
  const isStep = (each: OutboxEntry) => each.command.type === "timer.edit" && each.isOpen;
  const waiting = list.all().find((each) => isStep(each) && each.pause);
  if (waiting && replacesStep.has(command.type)) {
    list.remove(waiting);
    waiting.resolvers?.resolve(null);
  } else if (waiting && isMomentary(command)) {
    // Sends the step before the other command.
    waiting.endPause();
  }
  if (command.type !== "timer.edit") return true;
  if (!list.all().some(isStep) && command.count_time === confirmed()?.facilitation.timer.countTime) {
    entry.resolvers?.resolve(null);
    return false;
  }
  entry.pauseFor("more steps", env, limits.timer.debounceMs, sendWaiting);
  return true;
}
