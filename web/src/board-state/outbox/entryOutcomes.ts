import type { Action } from "@retro/contract/actions";
import { changesOfOthers } from "@retro/contract/changes";
import type { Item } from "@retro/contract/items";
import type { BoardCommand } from "@retro/rules/predict";
import type { CommandRebaser } from "./entryDependencies.ts";
import type { EntryList } from "./entryList.ts";
import { changesSinceSent, isOnBoard } from "./failedAdd.ts";
import { createEntry, type OutboxEntry } from "./outboxEntry.ts";
import type { OutboxOptions } from "./outboxTypes.ts";
import { isMomentary, itemIds } from "../commands/commands.ts";
import type { ApiErrorLike } from "../apiCalls.ts";
import type { DroppedChange } from "./pendingEntry.ts";

const maxDropped = 50;

type Options = Pick<OutboxOptions, "confirmed" | "compare" | "env">;

/** How an entry ends: it succeeds, it is refused and stays for its author to decide, or it is given up. */
export class EntryOutcomes {
  readonly #options: Options;
  readonly #list: EntryList;
  readonly #rebaser: CommandRebaser;
  #dropped: readonly DroppedChange[] = [];

  constructor(options: Options, list: EntryList, rebaser: CommandRebaser) {
    this.#options = options;
    this.#list = list;
    this.#rebaser = rebaser;
  }

  /** Changes that were not sent; the user must see them. */
  dropped(): readonly DroppedChange[] {
    return this.#dropped;
  }
  acknowledgeDropped(): void {
    this.#dropped = [];
    this.#list.notify();
  }

  /** @param version the first that contains it; null when the answer does not say */
  succeed(entry: OutboxEntry, command: BoardCommand, data: unknown, version: number | null): void {
    const { confirmed } = this.#options;
    const list = this.#list;
    const rebaser = this.#rebaser;
    this.#addChangesSinceSent(entry, data);
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
    entry.confirm(version ?? Number.POSITIVE_INFINITY);
    list.finish(entry);
    entry.resolvers?.resolve(data);
    // After a comparison the view contains the answer.
    if (version === null) void this.#confirmByComparison(entry);
    list.removeConfirmed(confirmed()?.version ?? 0);
    list.notify();
  }

  /** Ends an addition with success if the board contains what it adds. @returns whether it does */
  endIfOnBoard(entry: OutboxEntry): boolean {
    const view = this.#options.confirmed();
    const { command } = entry;
    if (!view || !isOnBoard(command, view)) return false;
    const added = itemIds(command)
      .map((id) => view.items.get(id) ?? view.actions.get(id))
      .filter((each) => each !== undefined);
    this.succeed(entry, command, command.type === "stickers.add" ? added : added[0], view.version);
    return true;
  }

  /** Refused, but it contains text: it stays until its author retries or discards it. */
  fail(entry: OutboxEntry, error: ApiErrorLike): void {
    entry.refuse(error);
    this.#rebaser.revertRevs(entry, this.#list.all());
    this.#list.persist(entry);
    this.#list.notify();
  }

  /** Refused, without text to keep: the screen shows the confirmed state again. */
  giveUp(entry: OutboxEntry, error: ApiErrorLike): void {
    const { command, resolvers } = entry;
    this.#rebaser.revertRevs(entry, this.#list.all());
    this.#list.remove(entry);
    const reason = changesRefusing(command, error);
    // The undo of an addition shows its own message.
    const told = (reason !== null && entry.kind !== "undo") || (isUnsent(error) && !isMomentary(command));
    if (told || (!resolvers && !isMomentary(command))) {
      const [id = null] = itemIds(command);
      const title = this.#options.confirmed()?.items.get(id ?? "")?.title ?? null;
      const change = { key: entry.key, type: command.type, id, title, reason, error };
      this.#dropped = [...this.#dropped, change].slice(-maxDropped);
    }
    // `dropped` is shown to the user, so the caller gets no error.
    if (told) resolvers?.resolve(null);
    else resolvers?.reject(error);
    this.#list.notify();
  }

  async #confirmByComparison(entry: OutboxEntry): Promise<void> {
    await this.#options.compare();
    entry.confirm(0);
    this.#list.removeConfirmed(this.#options.confirmed()?.version ?? 0);
  }

  /** The author's changes of a new sticker since it was sent come before their newer changes. */
  #addChangesSinceSent(entry: OutboxEntry, data: unknown): void {
    const { confirmed, env } = this.#options;
    const view = confirmed();
    const item = (data as Item | null) ?? view?.items.get(itemIds(entry.command)[0] ?? "");
    if (!view || !item) return;
    const changes = changesSinceSent(entry, item, view).map((command, index) => {
      const base = this.#rebaser.baseFor(command, view);
      // Older than the newer changes of the sticker, for the next page too.
      const resolvers = index === 0 ? entry.resolvers : null;
      return createEntry(env, { command, base, resolvers, at: entry.at });
    });
    if (changes.length === 0) return;
    this.#list.insertAfter(entry, changes);
    // The caller waits for what the author saved last.
    entry.resolvers = null;
  }
}

/** Whether the outbox has given up a change that it did not send. */
function isUnsent({ code }: ApiErrorLike): boolean {
  return code === "moot" || code === "expired";
}

/** What others have changed, if the server has refused a deletion for it [T12]. */
export function changesRefusing(command: BoardCommand, error: ApiErrorLike): DroppedChange["reason"] {
  if (command.type !== "item.delete" || error.status !== 409) return null;
  return changesOfOthers.safeParse(error.data).data?.changed ?? null;
}
