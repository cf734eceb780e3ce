import type { Item } from "@retro/contract/entities";
import type { Command } from "@retro/rules/predict";
import type { Entry } from "./entry.ts";
import type { EntryList } from "./entry-list.ts";
import type { Merger } from "./entry-rules.ts";
import type { OutboxOptions } from "./outbox-types.ts";
import { isSessionCommand, itemIds } from "./requests.ts";
import type { ApiErrorLike, DroppedChange } from "./types.ts";

const keptDropped = 50;

/** How an entry ends: it succeeds, it fails and stays with its author, or it is given up. */
export type Outcomes = ReturnType<typeof createOutcomes>;

type Options = Pick<OutboxOptions, "confirmed" | "compare">;

export function createOutcomes({ confirmed, compare }: Options, list: EntryList, revs: Merger) {
  let dropped: readonly DroppedChange[] = [];

  async function settleWhenCompared(entry: Entry): Promise<void> {
    await compare();
    entry.settledAt = 0;
    list.settle(confirmed()?.version ?? 0);
  }
  function forgetDropped(): void {
    dropped = [];
    list.touch();
  }

  return {
    /** Changes that were not sent; the user must be told. */
    dropped: () => dropped,
    forgetDropped,
    /** @param version the one whose view contains the answer; null when the answer does not say */
    succeed(entry: Entry, command: Command, data: unknown, version: number | null): void {
      if (data && command.type !== "item.delete") {
        if (command.type === "item.edit" && command.rev !== undefined)
          revs.noteOwn(command.id, command.rev, (data as Item).rev, list.all());
        // Stored too: after a reload the next page judges by it.
        for (const later of revs.rebase(entry, data, list.all())) list.persist(later);
      }
      entry.settledAt = version ?? Number.POSITIVE_INFINITY;
      entry.state = "saving";
      list.end(entry);
      entry.waiter?.resolve(data);
      // After a comparison the view contains the answer.
      if (version === null) void settleWhenCompared(entry);
      list.settle(confirmed()?.version ?? 0);
      list.touch();
    },
    /** Refused, but it contains text: it stays until its author retries or discards it. */
    fail(entry: Entry, error: ApiErrorLike): void {
      entry.state = "failed";
      entry.error = error;
      revs.undo(entry, list.all());
      list.persist(entry);
      entry.waiter?.reject(error);
      entry.waiter = null;
      list.touch();
    },
    /** Refused, without text to keep: the screen shows the confirmed state again. */
    giveUp(entry: Entry, error: ApiErrorLike): void {
      const { command, waiter } = entry;
      revs.undo(entry, list.all());
      list.drop(entry);
      const moot = error.code === "moot" && !isSessionCommand(command);
      if (moot || (!waiter && !isSessionCommand(command))) {
        const title = confirmed()?.items.get(itemIds(command)[0] ?? "")?.title ?? null;
        dropped = [...dropped, { key: entry.key, type: command.type, title }].slice(-keptDropped);
      }
      // A moot change was no mistake: `dropped` tells the user, the caller has nothing to add.
      if (moot) waiter?.resolve(null);
      else waiter?.reject(error);
      list.touch();
    },
  };
}
