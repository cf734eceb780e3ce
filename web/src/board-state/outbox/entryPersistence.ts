import { isMomentary } from "../commands/commands.ts";
import { type OutboxEntry, toStorable } from "./outboxEntry.ts";
import type { OutboxOptions } from "./outboxTypes.ts";

type Options = Pick<OutboxOptions, "boardId" | "me" | "env" | "confirmed">;

/** Stores entries, so that they outlive the page, and removes them from the storage when they end. */
export function createEntryPersistence({ boardId, me, env, confirmed }: Options) {
  const { storage } = env;
  const context = { board: boardId, owner: me };

  const isHidden = (id: string) => confirmed()?.items.get(id)?.hidden === true;
  /** Whether the entry edits a sticker or an action that is now hidden from this user: its text must not be kept [H1]. */
  const isWithheld = ({ command }: OutboxEntry) =>
    (command.type === "item.edit" && isHidden(command.id)) ||
    (command.type === "action.edit" && confirmed()?.actions.get(command.id)?.hidden === true);

  function persist(entry: OutboxEntry): void {
    if (!isMomentary(entry.command) && !isWithheld(entry)) storage.put(toStorable(entry, context));
  }
  /** Ends an entry that was answered, given up or undone: removes it from the storage. */
  function finish(entry: OutboxEntry): void {
    entry.cancelWait?.();
    entry.cancelWait = null;
    entry.onDeletionFinal?.();
    storage.remove(entry.key);
    storage.release(entry.key);
  }

  return { withheld: isWithheld, persist, finish };
}
