import type { Action } from "@retro/contract/actions";
import type { Item } from "@retro/contract/entities";
import type { BoardCommand } from "@retro/rules/predict";
import type { OutboxEntry } from "./outboxEntry.ts";
import type { EntryList } from "./entryList.ts";
import type { CommandRebaser } from "./entryDependencies.ts";
import type { OutboxOptions } from "./outboxTypes.ts";
import { isFacilitationCommand, itemIds } from "./commandRequests.ts";
import type { ApiErrorLike, DroppedChange } from "./types.ts";

const maxDropped = 50;

/** How an entry ends: it succeeds, it fails and stays for its author to decide, or it is given up. */
export type EntryOutcomes = ReturnType<typeof createEntryOutcomes>;

type Options = Pick<OutboxOptions, "confirmed" | "compare">;

export function createEntryOutcomes(
  { confirmed, compare }: Options,
  list: EntryList,
  rebaser: CommandRebaser,
) {
  let dropped: readonly DroppedChange[] = [];

  async function confirmByComparison(entry: OutboxEntry): Promise<void> {
    await compare();
    entry.confirmedAt = 0;
    list.removeConfirmed(confirmed()?.version ?? 0);
  }
  function acknowledgeDropped(): void {
    dropped = [];
    list.notify();
  }

  return {
    /** Changes that were not sent; the user must be told. */
    dropped: () => dropped,
    acknowledgeDropped,
    /** The server carried it out. @param version the first version that contains it; null when the answer does not say */
    succeed(entry: OutboxEntry, command: BoardCommand, data: unknown, version: number | null): void {
      if (data && command.type !== "item.delete") {
        if (command.type === "item.edit" && command.rev !== undefined)
          rebaser.recordOwnEdit(command.id, command.rev, (data as Item).rev, list.all());
        // An edit of an action need not name a revision: setting a status is no conflict.
        if (command.type === "action.edit") {
          const { rev } = data as Action;
          rebaser.recordOwnEdit(command.id, command.rev ?? rev - 1, rev, list.all());
        }
        // Stored too: after a reload the next page checks these entries against it.
        for (const later of rebaser.rebase(entry, data, list.all())) list.persist(later);
      }
      entry.confirmedAt = version ?? Number.POSITIVE_INFINITY;
      entry.state = "saving";
      list.finish(entry);
      entry.resolvers?.resolve(data);
      // After a comparison the view contains the answer.
      if (version === null) void confirmByComparison(entry);
      list.removeConfirmed(confirmed()?.version ?? 0);
      list.notify();
    },
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
      const moot = error.code === "moot" && !isFacilitationCommand(command);
      if (moot || (!resolvers && !isFacilitationCommand(command))) {
        const title = confirmed()?.items.get(itemIds(command)[0] ?? "")?.title ?? null;
        dropped = [...dropped, { key: entry.key, type: command.type, title }].slice(-maxDropped);
      }
      // `dropped` tells the user about a moot change, so its caller gets no error.
      if (moot) resolvers?.resolve(null);
      else resolvers?.reject(error);
      list.notify();
    },
  };
}
