import { changesOfOthers } from "@retro/contract/changes";
import type { BoardCommand } from "@retro/rules/predict";
import type { CommandRebaser } from "./entryDependencies.ts";
import type { EntryList } from "./entryList.ts";
import { createEntrySuccess } from "./entrySuccess.ts";
import type { OutboxEntry } from "./outboxEntry.ts";
import type { OutboxOptions } from "./outboxTypes.ts";
import { isMomentary, itemIds } from "../commands/commands.ts";
import type { ApiErrorLike } from "../apiCalls.ts";
import type { DroppedChange } from "./pendingEntry.ts";

const maxDropped = 50;

/** How an entry ends: it succeeds, it fails and stays for its author to decide, or it is given up. */
export type EntryOutcomes = ReturnType<typeof createEntryOutcomes>;

type Options = Pick<OutboxOptions, "confirmed" | "compare" | "env">;

export function createEntryOutcomes(options: Options, list: EntryList, rebaser: CommandRebaser) {
  const { confirmed } = options;
  let dropped: readonly DroppedChange[] = [];

  function acknowledgeDropped(): void {
    dropped = [];
    list.notify();
  }

  return {
    /** Changes that were not sent; the user must be told. */
    dropped: () => dropped,
    acknowledgeDropped,
    ...createEntrySuccess(options, list, rebaser),
    /** Refused, but it contains text: it stays until its author retries or discards it. */
    fail(entry: OutboxEntry, error: ApiErrorLike): void {
      entry.state = "failed";
      entry.error = error;
      rebaser.revertRevs(entry, list.all());
      list.persist(entry);
      entry.resolvers?.reject(error);
      entry.resolvers = null;
      list.notify();
    },
    /** Refused, without text to keep: the screen shows the confirmed state again. */
    giveUp(entry: OutboxEntry, error: ApiErrorLike): void {
      const { command, resolvers } = entry;
      rebaser.revertRevs(entry, list.all());
      list.remove(entry);
      const reason = changesRefusing(command, error);
      // Whoever undoes an addition is told by the undo.
      const told = (reason !== null && entry.kind !== "undo") || (isUnsent(error) && !isMomentary(command));
      if (told || (!resolvers && !isMomentary(command))) {
        const [id = null] = itemIds(command);
        const title = confirmed()?.items.get(id ?? "")?.title ?? null;
        const change = { key: entry.key, type: command.type, id, title, reason, error };
        dropped = [...dropped, change].slice(-maxDropped);
      }
      // `dropped` tells the user, so the caller gets no error.
      if (told) resolvers?.resolve(null);
      else resolvers?.reject(error);
      list.notify();
    },
  };
}

/** Whether the outbox has given up a change that it did not send. */
function isUnsent({ code }: ApiErrorLike): boolean {
  return code === "moot" || code === "expired";
}

/** What others have changed, if the server has refused a deletion for it [T12]; null for all other refusals. */
export function changesRefusing(command: BoardCommand, error: ApiErrorLike): DroppedChange["reason"] {
  if (command.type !== "item.delete" || error.status !== 409) return null;
  return changesOfOthers.safeParse(error.data).data?.changed ?? null;
}
