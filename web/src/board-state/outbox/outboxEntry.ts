import type { Item } from "@retro/contract/entities";
import type { BoardCommand } from "@retro/rules/predict";
import type { BaseState, StorableEntry, StoredEntry } from "../storage/entryStorage.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import { specOf, textOf } from "../commands/commands.ts";
import type { ApiErrorLike } from "../apiCalls.ts";
import type { PendingEntry, SaveState } from "./pendingEntry.ts";

/** A change of the user that is not confirmed yet. */
export interface OutboxEntry {
  readonly key: string;
  readonly kind: StoredEntry["kind"];
  command: BoardCommand;
  /** Only for a refused `sticker.add` that its author changed: the command as it was sent first. */
  sent?: BoardCommand;
  state: SaveState;
  error?: ApiErrorLike;
  /** When the user made the change: epoch milliseconds by this machine's clock. */
  at: number;
  base: BaseState | null;
  /** The board's version when the user made the change; null when it is not known. */
  from: number | null;
  /** A deletion that the user can still undo: it is shown and not sent. */
  deferred: boolean;
  inFlight: boolean;
  /** Made on an earlier page or in another tab. */
  restored: boolean;
  /** Sent before without an answer: the server may have carried it out. */
  uncertain: boolean;
  /** A change of timer, options or seat whose answer takes too long: it is no longer shown. */
  overdue: boolean;
  attempts: number;
  /** Cancels the entry's wait (for undo, a debounce or a back-off); null while it does not wait. */
  cancelWait: (() => void) | null;
  /** Called when the deletion can no longer be undone. */
  onDeletionFinal: (() => void) | null;
  /** The confirmed view contains the entry from this version on; null until the server has answered. */
  confirmedAt: number | null;
  /** The items that the entry predicted last: a pending item keeps its identity while nothing in it changes. */
  readonly predicted: Map<string, Item>;
  /** Settles the promise of `send`; null for an entry from an earlier page, which has no caller. */
  resolvers: { resolve: (data: unknown) => void; reject: (error: unknown) => void } | null;
}

let lastNumber = 0;
/** Creates a key; the keys of one page sort in the order of their creation. */
function createKey(env: BoardEnvironment): string {
  lastNumber += 1;
  const random = Math.floor(env.random() * 2 ** 40).toString(36);
  return `${env.now().toString(36)}.${String(lastNumber).padStart(6, "0")}.${random}`;
}

export function createEntry(
  command: BoardCommand,
  env: BoardEnvironment,
  base: BaseState | null,
  waiter: OutboxEntry["resolvers"],
  kind: StoredEntry["kind"],
  at = env.now(),
): OutboxEntry {
  return {
    key: createKey(env),
    kind,
    command,
    state: "saving",
    at,
    base,
    from: null,
    deferred: false,
    inFlight: false,
    restored: false,
    uncertain: false,
    overdue: false,
    attempts: 0,
    cancelWait: null,
    onDeletionFinal: null,
    confirmedAt: null,
    predicted: new Map(),
    resolvers: waiter,
  };
}

/** Restores an entry of an earlier page. A draft was never saved: it returns as failed, so that its author decides. */
export function restoreEntry(stored: StoredEntry): OutboxEntry {
  const { key, kind, command, sent, at, base, error, from = null } = stored;
  const reason: ApiErrorLike | null =
    kind === "draft" ? { name: "Unsent", message: "", status: 0, code: "unsent" } : error;
  return {
    key,
    kind: kind === "draft" ? "command" : kind,
    command,
    ...(sent && { sent }),
    state: reason ? "failed" : "waiting",
    ...(reason && { error: reason }),
    at,
    base,
    from,
    deferred: false,
    inFlight: false,
    restored: true,
    // Of a refused one too: this page may show an older board.
    uncertain: kind !== "draft",
    overdue: false,
    attempts: 0,
    cancelWait: null,
    onDeletionFinal: null,
    confirmedAt: null,
    predicted: new Map(),
    resolvers: null,
  };
}

/** The command of an entry that the server may have carried out before. */
export function sentAgain({ command, base }: OutboxEntry): BoardCommand {
  return (base && specOf(command).again?.(command, base)) ?? command;
}

/** A command without the texts of other users that it carries for its prediction. */
export function withoutCopies(command: BoardCommand): BoardCommand {
  return specOf(command).withoutCopies?.(command) ?? command;
}

/**
 * The entry in the form that is stored: without the data of its refusal and the stickers to restore, which may contain other users' text.
 */
export function toStorable(entry: OutboxEntry, context: { board: string; owner: string }): StorableEntry {
  const { key, kind, sent, at, base, from, error } = entry;
  const command = withoutCopies(entry.command);
  const { name, message, status, code } = error ?? {};
  const reason =
    name === undefined || message === undefined || status === undefined
      ? null
      : { name, message, status, ...(code !== undefined && { code }) };
  return { ...context, key, kind, command, ...(sent && { sent }), at, base, from, error: reason };
}

/** Whether the user would lose text if the entry were given up. */
export function keepsText({ kind, command }: OutboxEntry): boolean {
  return kind !== "undo" && textOf(command) !== undefined;
}

export function toPendingEntry({ key, command, state, error }: OutboxEntry): PendingEntry {
  return error ? { key, command, state, error } : { key, command, state };
}
