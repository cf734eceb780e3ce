import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import type { CallResult, Call } from "./apiCalls.ts";
import type { OutboxEntry } from "./outboxEntry.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import type { ApiErrorLike, DroppedChange, PendingEntry } from "./types.ts";

export interface OutboxOptions {
  boardId: string;
  me: string;
  call: Call;
  env: BoardEnvironment;
  /** Applies an answer; gives the version at which it is part of the view, null when the answer does not say. */
  applyAnswer: (answer: CallResult, sentAt: number) => number | null;
  confirmed: () => BoardView | null;
  onChange: () => void;
  /** Brings the confirmed view up to date; false when the server could not be asked. */
  compare: () => Promise<boolean>;
  serverReached: () => void;
  serverUnreached: (error: ApiErrorLike) => void;
}

export interface Deletion {
  /** Sends it now. */
  commit: () => void;
  /** Takes it back; without effect once it was sent. */
  undo: () => void;
  /** Resolves when it can no longer be undone, or was. */
  ended: Promise<void>;
}

/** The user's changes that are not yet part of the confirmed view, in the order in which they were made [Y5, Y6]. */
export interface Outbox {
  entries: () => readonly OutboxEntry[];
  /** For the screen; the same array until something changes. */
  pending: () => readonly PendingEntry[];
  dropped: () => readonly DroppedChange[];
  acknowledgeDropped: () => void;
  /** How many changes wait for the server, failed ones left out. */
  unsavedCount: () => number;
  durable: () => boolean;
  send: (command: BoardCommand) => Promise<unknown>;
  /** Deletes a sticker after the time for undo, unless it is taken back. */
  deferDelete: (id: string) => Deletion;
  /** Stores what an open dialog holds; null when it holds nothing unsaved any more. */
  storeDraft: (command: BoardCommand | null) => void;
  retry: (key: string) => void;
  discard: (key: string) => void;
  /** The confirmed view has moved on: what it contains is no longer pending. */
  removeConfirmed: (version: number) => void;
  /** The server may be there again. */
  resume: () => void;
  /** Removes texts that the options now withhold from the memory and the storage. */
  scrub: () => void;
  /** Begins to send, entries of an earlier page first. */
  start: () => void;
  /** The page goes: what is not answered is sent once more, to outlive it. Repeating is harmless. */
  sendOnUnload: () => void;
  close: () => void;
}
