import { DeletedSinceQuery } from "../view/deletedSince.ts";
import type { EntryList } from "./entryList.ts";
import type { EntryOutcomes } from "./entryOutcomes.ts";
import { decideLateCommand, dependsOnOthers, isAddition, itemIds } from "../commands/commands.ts";
import { hasNewTitle } from "./failedAdd.ts";
import { keepsText, type OutboxEntry } from "./outboxEntry.ts";
import type { OutboxOptions } from "./outboxTypes.ts";

/** `retry`: the server could not be asked; `ended`: the entry got its outcome without being sent. */
export type LateCheckResult = "send" | "retry" | "ended";

interface Options extends Pick<OutboxOptions, "call" | "env" | "compare" | "confirmed"> {
  list: EntryList;
  outcomes: EntryOutcomes;
}

/** Checks entries that waited, or that may have been sent before [Y6]. */
export class LateCommandCheck {
  readonly #options: Options;
  readonly #deletions: DeletedSinceQuery;

  constructor(options: Options, boardPath: string) {
    this.#options = options;
    this.#deletions = new DeletedSinceQuery(options.call, boardPath, options.env.now);
  }

  /** Rejects as `call` does. */
  async check(entry: OutboxEntry): Promise<LateCheckResult> {
    const { env, compare, confirmed, list, outcomes } = this.#options;
    const { command } = entry;
    if (dependsOnOthers(command) && !(await compare())) return "retry";
    if (isAddition(command) && (await this.#wasDeleted(entry))) {
      if (hasNewTitle(entry)) {
        // A retry adds it again: its author has seen that it was deleted.
        entry.wasCompared();
        outcomes.fail(entry, { name: "Gone", message: "", status: 0, code: "gone" });
      } else outcomes.succeed(entry, command, null, null);
      return "ended";
    }
    if (outcomes.endIfOnBoard(entry)) return "ended";
    const view = confirmed();
    // Read after the requests, which take time: an answer may have changed them.
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
  }

  /** Whether the server carried out this addition unheard, and a user has deleted it since. */
  async #wasDeleted({ command, uncertain, from }: OutboxEntry): Promise<boolean> {
    if (!uncertain || from === null) return false;
    const deletedIds = await this.#deletions.since(from);
    return itemIds(command).some((id) => deletedIds.has(id));
  }
}
