import type { Item } from "@retro/contract/items";
import type { BoardCommand } from "@retro/rules/predict";
import type { BaseState, StorableEntry, StoredEntry } from "../storage/entryStorage.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import { specOf, textOf } from "../commands/commands.ts";
import type { ApiErrorLike } from "../apiCalls.ts";
import type { PendingEntry, SaveState } from "./pendingEntry.ts";

interface Parts {
  key: string;
  kind: StoredEntry["kind"];
  command: BoardCommand;
  at: number;
  base: BaseState | null;
  resolvers: OutboxEntry["resolvers"];
}

type PauseReason = "undo" | "more steps" | "retry";

/**
 * A change of the user that is not confirmed yet. It is `waiting`, also after an attempt that failed;
 * `sending`; or `refused`, until its user decides. With success it stays until the confirmed view contains
 * it. Only the methods of this class change its state.
 */
export class OutboxEntry {
  readonly key: string;
  readonly kind: StoredEntry["kind"];
  command: BoardCommand;
  /** Only for a refused `sticker.add` that its author changed: the command as it was sent first. */
  sent?: BoardCommand;
  state: "waiting" | "sending" | "refused" = "waiting";
  error?: ApiErrorLike;
  /** When the user made the change: epoch milliseconds by this machine's clock. */
  at: number;
  base: BaseState | null;
  /** The board's version when the user made the change; null when it is not known. */
  from: number | null = null;
  /** What it waits for before it may be sent; null: nothing. */
  pause: { for: PauseReason; cancel: () => void; end: () => void } | null = null;
  restored = false;
  /** Sent before without an answer: the server may have carried it out. */
  uncertain = false;
  /** It waits because the server could not be reached: its user sees a clock. */
  delayed = false;
  /** A change of timer, options or seat whose answer takes too long: it is no longer shown. */
  overdue = false;
  attempts = 0;
  onDeletionFinal: (() => void) | null = null;
  /** The confirmed view contains the entry from this version on; null until the server has answered. */
  confirmedAt: number | null = null;
  /** A pending item keeps its identity while nothing in it changes. */
  readonly predicted = new Map<string, Item>();
  /** Settles the promise of `send`; null for an entry from an earlier page, which has no caller. */
  resolvers: { resolve: (data: unknown) => void; reject: (error: unknown) => void } | null;

  constructor({ key, kind, command, at, base, resolvers }: Parts) {
    this.key = key;
    this.kind = kind;
    this.command = command;
    this.at = at;
    this.base = base;
    this.resolvers = resolvers;
  }

  /** Whether the server has neither confirmed nor refused it. */
  get isOpen(): boolean {
    return this.confirmedAt === null && this.state !== "refused";
  }
  /** A deletion that its user can still undo: it is shown and not sent. */
  get isDeferred(): boolean {
    return this.pause?.for === "undo";
  }
  get saveState(): SaveState {
    if (this.state === "refused") return "failed";
    return this.delayed && this.confirmedAt === null ? "waiting" : "saving";
  }

  /** Waits, and then runs `work`, unless something ends the pause before. */
  pauseFor(reason: PauseReason, { schedule }: BoardEnvironment, ms: number, work: () => void): void {
    const end = () => {
      this.endPause();
      work();
    };
    this.pause = { for: reason, cancel: schedule(ms, end), end };
  }
  endPause(): void {
    this.pause?.cancel();
    this.pause = null;
    this.onDeletionFinal?.();
  }

  beginSending(): void {
    this.state = "sending";
  }
  endSending(): void {
    if (this.state === "sending") this.state = "waiting";
  }
  /** The server has not decided: it is sent again later. @param uncertain it may have carried it out */
  attemptFailed(uncertain: boolean): void {
    this.delayed = true;
    this.attempts += 1;
    this.uncertain ||= uncertain;
  }
  /** A closing page sends it and does not wait for the answer. A deletion can no longer be undone then. */
  sendOnUnload(): void {
    if (this.isDeferred) this.endPause();
    this.uncertain = true;
  }
  /** The board was compared since its last attempt, and does not contain it. */
  wasCompared(): void {
    this.uncertain = false;
  }
  /** Its answer takes too long: the board is shown as the server has it. */
  hide(): void {
    this.overdue = true;
  }
  /** Its text stays, and its user decides. */
  refuse(error: ApiErrorLike): void {
    this.state = "refused";
    this.error = error;
    this.resolvers?.reject(error);
    this.resolvers = null;
  }
  retry(now: number): void {
    this.state = "waiting";
    this.delayed = false;
    this.at = now;
    delete this.error;
  }
  /** @param version the first version of the board that contains it */
  confirm(version: number): void {
    if (this.state === "refused") this.state = "waiting";
    delete this.error;
    this.confirmedAt = version;
  }
}

let lastNumber = 0;
/** Creates a key; the keys of one page sort in the order of their creation. */
function createKey(env: BoardEnvironment): string {
  lastNumber += 1;
  const random = Math.floor(env.random() * 2 ** 40).toString(36);
  return `${env.now().toString(36)}.${String(lastNumber).padStart(6, "0")}.${random}`;
}

/** A new entry: a command that was given now, unless `given` is another time. */
export function createEntry(
  env: BoardEnvironment,
  given: Pick<Parts, "command"> & Partial<Parts>,
): OutboxEntry {
  const fresh = { kind: "command", at: env.now(), base: null, resolvers: null } as const;
  return new OutboxEntry({ ...fresh, ...given, key: given.key ?? createKey(env) });
}

type Restorable = Pick<StoredEntry, "key" | "kind" | "command" | "at" | "base"> &
  Partial<Pick<StoredEntry, "from" | "sent" | "error">>;

/**
 * An entry of an earlier page, or a draft whose field is gone. A draft was never saved: it returns as refused, and
 * its author decides.
 */
export function restoreEntry(stored: Restorable): OutboxEntry {
  const isDraft = stored.kind === "draft";
  const entry = new OutboxEntry({ ...stored, kind: isDraft ? "command" : stored.kind, resolvers: null });
  const reason = isDraft ? { name: "Unsent", message: "", status: 0, code: "unsent" } : stored.error;
  if (reason) entry.refuse(reason);
  if (stored.sent) entry.sent = stored.sent;
  entry.from = stored.from ?? null;
  entry.restored = true;
  entry.delayed = true;
  // Of a refused one too: this page may show an older board.
  entry.uncertain = !isDraft;
  return entry;
}

/** The command of an entry that the server may have carried out before. */
export function sentAgain({ command, base }: OutboxEntry): BoardCommand {
  return (base && specOf(command).again?.(command, base)) ?? command;
}

/** A command without the texts of other users that it carries for its prediction. */
export function withoutCopies(command: BoardCommand): BoardCommand {
  return specOf(command).withoutCopies?.(command) ?? command;
}

/** Refusals and stickers to restore may contain other users' text: they are not stored. */
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

export function toPendingEntry({ key, command, saveState: state, error }: OutboxEntry): PendingEntry {
  return error ? { key, command, state, error } : { key, command, state };
}
