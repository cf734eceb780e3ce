import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import type { CallResult, Call } from "../apiCalls.ts";
import type { Drafts } from "../drafts/drafts.ts";
import type { Deletion } from "./deletion.ts";
import type { OutboxEntry } from "./outboxEntry.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import type { ApiErrorLike } from "../apiCalls.ts";
import type { DroppedChange, PendingEntry } from "../types.ts";

export interface OutboxOptions {
  boardId: string;
  me: string;
  call: Call;
  env: BoardEnvironment;
  /** Applies an answer. @returns the version from which on the view contains it; null when the answer does not say */
  applyAnswer: (answer: CallResult, sentAt: number) => number | null;
  confirmed: () => BoardView | null;
  onChange: () => void;
  /** Brings the confirmed view up to date; false when the server could not be asked. */
  compare: () => Promise<boolean>;
  serverReached: () => void;
  serverUnreached: (error: ApiErrorLike) => void;
}

/** The user's changes that are not yet part of the confirmed view, in the order in which the user made them [Y5, Y6]. */
export interface Outbox {
  entries: () => readonly OutboxEntry[];
  /** For the screen; the same array until something changes. */
  pending: () => readonly PendingEntry[];
  dropped: () => readonly DroppedChange[];
  acknowledgeDropped: () => void;
  /** Number of changes that wait for the server, without failed ones. */
  unsavedCount: () => number;
  durable: () => boolean;
  /** @param kind `undo`: an undo or redo; if it is refused, it is given up and no text stays with the user */
  send: (command: BoardCommand, kind?: "command" | "undo") => Promise<unknown>;
  /** Deletes a sticker after the time for undo, unless the user undoes it. */
  deferDelete: (id: string) => Deletion;
  readonly drafts: Drafts;
  retry: (key: string, seen?: number) => void;
  discard: (key: string) => void;
  /** Ends the entries that the confirmed view, now of this version, contains. */
  confirmedViewChanged: (version: number) => void;
  /** The server may be reachable again: sends without waiting for the back-off. */
  resume: () => void;
  /** Removes texts that the options now withhold from memory and storage [H1]. */
  scrub: () => void;
  /** Starts to send, entries of earlier pages first. */
  start: () => void;
  /** The page closes: sends unanswered changes once more, in requests that outlive the page. Repeating them is harmless. */
  sendOnUnload: () => void;
  close: () => void;
}
