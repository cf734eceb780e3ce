import type { Action } from "@retro/contract/actions";
import type { Item } from "@retro/contract/entities";
import type { BoardCommand } from "@retro/rules/predict";
import { itemIds } from "../commands/commands.ts";
import type { CommandRebaser } from "./entryDependencies.ts";
import type { EntryList } from "./entryList.ts";
import { changesSinceSent, isOnBoard } from "./failedAdd.ts";
import { createEntry, type OutboxEntry } from "./outboxEntry.ts";
import type { OutboxOptions } from "./outboxTypes.ts";

type Options = Pick<OutboxOptions, "confirmed" | "compare" | "env">;

/** How an entry ends with success: by the server's answer, or because the board contains what it adds. */
export function createEntrySuccess(
  { confirmed, compare, env }: Options,
  list: EntryList,
  rebaser: CommandRebaser,
) {
  async function confirmByComparison(entry: OutboxEntry): Promise<void> {
    await compare();
    entry.confirmedAt = 0;
    list.removeConfirmed(confirmed()?.version ?? 0);
  }

  /** Inserts the author's changes since a new sticker was sent after its entry, before their newer changes. */
  function addChangesSinceSent(entry: OutboxEntry, data: unknown): void {
    const view = confirmed();
    const item = (data as Item | null) ?? view?.items.get(itemIds(entry.command)[0] ?? "");
    if (!view || !item) return;
    const changes = changesSinceSent(entry, item, view).map((command, index) =>
      createEntry(
        command,
        env,
        rebaser.baseFor(command, view),
        index === 0 ? entry.resolvers : null,
        "command",
        // Older than the newer changes of the sticker, for the next page too.
        entry.at,
      ),
    );
    if (changes.length === 0) return;
    list.insertAfter(entry, changes);
    // The caller waits for what the author saved last.
    entry.resolvers = null;
  }

  /** The server carried it out. @param version the first version that contains it; null when the answer does not say */
  function succeed(entry: OutboxEntry, command: BoardCommand, data: unknown, version: number | null): void {
    addChangesSinceSent(entry, data);
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
  }

  /** Ends an addition with success if the board contains what it adds. @returns whether it does */
  function endIfOnBoard(entry: OutboxEntry): boolean {
    const view = confirmed();
    const { command } = entry;
    if (!view || !isOnBoard(command, view)) return false;
    const added = itemIds(command)
      .map((id) => view.items.get(id) ?? view.actions.get(id))
      .filter((each) => each !== undefined);
    delete entry.error;
    succeed(entry, command, command.type === "stickers.add" ? added : added[0], view.version);
    return true;
  }

  return { succeed, endIfOnBoard };
}
