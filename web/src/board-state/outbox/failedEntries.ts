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

/** What happens to refused entries: their author retries, changes or discards them, or the board has them. */
export class FailedEntries {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  retry(key: string, seen?: number): void {
    const { env, list, sendWaiting } = this.#options;
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

  discard(key: string): void {
    const { list, confirmed, send } = this.#options;
    const entry = list.find(key);
    if (entry?.state !== "refused") return;
    list.remove(entry);
    // If the deletion is refused too, the screen shows what is on the board.
    if (mayBeOnBoard(entry, confirmed()))
      for (const deletion of specOf(entry.command).takenBackBy?.(entry.command) ?? [])
        send(deletion).catch(() => undefined);
    list.notify();
  }

  /**
   * Applies a command to the refused addition of its sticker, if there is one. An edit or a move sends the
   * changed addition again; a deletion removes it.
   * @returns null when the command must be sent to the server
   */
  applyTo(command: BoardCommand): Promise<unknown> | null {
    const { list, send } = this.#options;
    const failed = findFailedAdd(command, list.all());
    if (failed === undefined) return null;
    if (command.type === "item.delete")
      return this.#remove(failed)
        ? send({ ...deletionOfNew(command.id), ...command })
        : Promise.resolve(null);
    mergeIntoFailedAdd(failed, command);
    return new Promise((resolve, reject) => {
      failed.resolvers = { resolve, reject };
      this.retry(failed.key);
    });
  }

  /** The server had carried out an earlier attempt, whose answer was lost. */
  endAdditionsOnBoard(): void {
    const { list, outcomes, sendWaiting } = this.#options;
    let ended = false;
    for (const entry of list.all().filter(({ state }) => state === "refused"))
      if (outcomes.endIfOnBoard(entry)) ended = true;
    if (ended) sendWaiting();
  }

  /** @returns whether the refused addition may be on the board, too */
  #remove(failed: OutboxEntry): boolean {
    const { list, confirmed } = this.#options;
    list.remove(failed);
    list.notify();
    return mayBeOnBoard(failed, confirmed());
  }
}
