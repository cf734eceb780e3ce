import { createDeletedSinceQuery } from "../view/deletedSince.ts";
import type { EntryList } from "./entryList.ts";
import type { EntryOutcomes } from "./entryOutcomes.ts";
import { decideLateCommand, dependsOnOthers, isAddition, itemIds } from "../commands/commands.ts";
import { hasNewTitle } from "./failedAdd.ts";
import { keepsText, type OutboxEntry } from "./outboxEntry.ts";
import type { OutboxOptions } from "./outboxTypes.ts";

/** `retry`: the server could not be asked; `ended`: the entry got its outcome without being sent. */
export type LateCheckResult = "send" | "retry" | "ended";
/** Checks an entry that waited, or that may have been sent before [Y6]. Rejects as `call` does. */
export type LateCommandCheck = (entry: OutboxEntry) => Promise<LateCheckResult>;

interface Options extends Pick<OutboxOptions, "call" | "env" | "compare" | "confirmed"> {
  list: EntryList;
  outcomes: EntryOutcomes;
}

export function createLateCommandCheck(options: Options, boardPath: string): LateCommandCheck {
  const { call, env, compare, confirmed, list, outcomes } = options;
  const deletedSince = createDeletedSinceQuery(call, boardPath, env.now);

  /**
   * @returns whether the server carried out this addition, its answer was lost, and a user has deleted the
   *   stickers or the action since
   */
  async function wasDeleted({ command, uncertain, from }: OutboxEntry): Promise<boolean> {
    if (!uncertain || from === null) return false;
    const deletedIds = await deletedSince(from);
    return itemIds(command).some((id) => deletedIds.has(id));
  }

  return async (entry) => {
    const { command } = entry;
    if (dependsOnOthers(command) && !(await compare())) return "retry";
    if (isAddition(command) && (await wasDeleted(entry))) {
      if (hasNewTitle(entry)) {
        // A retry adds it again: its author has seen that it was deleted.
        entry.wasCompared();
        outcomes.fail(entry, { name: "Gone", message: "", status: 0, code: "gone" });
      } else outcomes.succeed(entry, command, null, null);
      return "ended";
    }
    if (outcomes.endIfOnBoard(entry)) return "ended";
    const view = confirmed();
    // Read after the requests: an answer meanwhile may have changed them.
    const { base, at, from } = entry;
    const decision = view ? decideLateCommand(command, base, at, view, env.now(), from) : "send";
    if (decision === "send") return list.all().includes(entry) ? "send" : "ended";
    if (decision === "done") outcomes.succeed(entry, command, null, view?.version ?? null);
    else if (decision === "moot")
      outcomes.giveUp(entry, { name: "Moot", message: "", status: 409, code: "moot" });
    else {
      const expired = { name: "Expired", message: "", status: 0, code: "expired" };
      if (keepsText(entry)) outcomes.fail(entry, expired);
      else outcomes.giveUp(entry, expired);
    }
    return "ended";
  };
}
