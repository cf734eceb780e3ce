import type { Item } from "@retro/contract/entities";
import type { BoardCommand } from "@retro/rules/predict";
import type { BaseState, StorableEntry, StoredEntry } from "./entryStorage.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import type { ApiErrorLike, PendingEntry, SaveState } from "./types.ts";

/** A change of the user that is not confirmed yet. */
export interface OutboxEntry {
  readonly key: string;
  readonly kind: StoredEntry["kind"];
  command: BoardCommand;
  state: SaveState;
  error?: ApiErrorLike;
  /** When the user made it, epoch milliseconds. */
  at: number;
  base: BaseState | null;
  /** The board's version when the user made it; null where that is not known. */
  from: number | null;
  /** A deletion that can still be undone: shown, and not sent. */
  deferred: boolean;
  inFlight: boolean;
  /** From an earlier page or another tab. */
  restored: boolean;
  /** Sent before, and the server may have done it. */
  uncertain: boolean;
  attempts: number;
  /** It waits for its own moment (a deletion's undo, a back-off); calls the wait off. */
  cancelWait: (() => void) | null;
  /** Hears that a deletion can no longer be undone. */
  onDeletionFinal: (() => void) | null;
  /** Answered: it is part of the confirmed view from this version on. */
  confirmedAt: number | null;
  /** The items that it predicted last, so that a pending item keeps its identity while nothing in it changes. */
  readonly predicted: Map<string, Item>;
  /** Null for an entry from an earlier page: nobody waits for it. */
  resolvers: { resolve: (data: unknown) => void; reject: (error: unknown) => void } | null;
}

let lastNumber = 0;
/** Keys sort in the order in which one page made them. */
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
): OutboxEntry {
  return {
    key: createKey(env),
    kind,
    command,
    state: "saving",
    at: env.now(),
    base,
    from: null,
    deferred: false,
    inFlight: false,
    restored: false,
    uncertain: false,
    attempts: 0,
    cancelWait: null,
    onDeletionFinal: null,
    confirmedAt: null,
    predicted: new Map(),
    resolvers: waiter,
  };
}

/** An entry of an earlier page. A draft was never saved: it comes back as failed, so that its author decides. */
export function restoreEntry({ key, kind, command, at, base, error, from = null }: StoredEntry): OutboxEntry {
  const reason: ApiErrorLike | null =
    kind === "draft" ? { name: "Unsent", message: "", status: 0, code: "unsent" } : error;
  return {
    key,
    kind: kind === "draft" ? "command" : kind,
    command,
    state: reason ? "failed" : "waiting",
    ...(reason && { error: reason }),
    at,
    base,
    from,
    deferred: false,
    inFlight: false,
    restored: true,
    uncertain: true,
    attempts: 0,
    cancelWait: null,
    onDeletionFinal: null,
    confirmedAt: null,
    predicted: new Map(),
    resolvers: null,
  };
}

/** The entry as it is stored: without what came with its refusal, which may be others' text. */
export function toStorable(entry: OutboxEntry, context: { board: string; owner: string }): StorableEntry {
  const { key, kind, command, at, base, from, error } = entry;
  const { name, message, status, code } = error ?? {};
  const reason =
    name === undefined || message === undefined || status === undefined
      ? null
      : { name, message, status, ...(code !== undefined && { code }) };
  return { ...context, key, kind, command, at, base, from, error: reason };
}

export function toPendingEntry({ key, command, state, error }: OutboxEntry): PendingEntry {
  return error ? { key, command, state, error } : { key, command, state };
}
