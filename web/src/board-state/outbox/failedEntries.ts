import type { BoardCommand } from "@retro/rules/predict";
import type { EntryList } from "./entryList.ts";
import type { EntryOutcomes } from "./entryOutcomes.ts";
import { specOf } from "../commands/commands.ts";
import { deletionOfNew } from "../commands/stickerCommands.ts";
import { findFailedAdd, mayBeOnBoard, mergeIntoFailedAdd } from "./failedAdd.ts";
import type { OutboxEntry } from "./outboxEntry.ts";
import type { OutboxOptions } from "./outboxTypes.ts";

interface Options extends Pick<OutboxOptions, "env" | "confirmed"> {
  list: EntryList;
  outcomes: EntryOutcomes;
  sendWaiting: () => void;
  send: (command: BoardCommand) => Promise<unknown>;
}

/**
 * What happens to refused entries: their author retries, changes or discards them, or the board turns out to
 * contain them.
 */
export function createFailedEntries({ env, confirmed, list, outcomes, sendWaiting, send }: Options) {
  function retry(key: string, seen?: number): void {
    const entry = list.find(key);
    if (entry?.state !== "refused") return;
    const { command } = entry;
    if (seen !== undefined && (command.type === "item.edit" || command.type === "action.edit"))
      entry.command = { ...command, rev: seen };
    env.storage.claim(key);
    entry.retry(env.now());
    list.persist(entry);
    sendWaiting();
    list.notify();
  }

  return {
    retry,
    discard(key: string): void {
      const entry = list.find(key);
      if (entry?.state !== "refused") return;
      list.remove(entry);
      // If the deletion is refused too, the screen shows what is on the board.
      if (mayBeOnBoard(entry, confirmed()))
        for (const deletion of specOf(entry.command).takenBackBy?.(entry.command) ?? [])
          send(deletion).catch(() => undefined);
      list.notify();
    },
    /**
     * Applies a command to the refused addition of its sticker, if there is one. An edit or a move sends the
     * changed addition again; a deletion removes it.
     * @returns null when the command must be sent to the server
     */
    applyTo(command: BoardCommand): Promise<unknown> | null {
      const failed = findFailedAdd(command, list.all());
      if (failed === undefined) return null;
      if (command.type === "item.delete")
        return removeFailedAdd(failed)
          ? send({ ...deletionOfNew(command.id), ...command })
          : Promise.resolve(null);
      mergeIntoFailedAdd(failed, command);
      return new Promise((resolve, reject) => {
        failed.resolvers = { resolve, reject };
        retry(failed.key);
      });
    },
    /**
     * Ends additions that the board contains: the server had carried out an earlier attempt, whose answer was
     * lost.
     */
    endAdditionsOnBoard(): void {
      let ended = false;
      for (const entry of list.all().filter(({ state }) => state === "refused"))
        if (outcomes.endIfOnBoard(entry)) ended = true;
      if (ended) sendWaiting();
    },
  };

  /** Removes a refused addition that its author deletes. @returns whether it may be on the board, too */
  function removeFailedAdd(failed: OutboxEntry): boolean {
    list.remove(failed);
    list.notify();
    return mayBeOnBoard(failed, confirmed());
  }
}
