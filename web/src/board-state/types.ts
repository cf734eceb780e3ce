import type { Person, PersonInfo } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import type { Drafts } from "./drafts/drafts.ts";
import type { Deletion, DroppedChange, PendingEntry } from "./outbox/pendingEntry.ts";
import type { ChangeHistory } from "./history/changeHistory.ts";
import type { ChangeEntry } from "./history/changeSteps.ts";

export type SubscriptionState = "live" | "connecting" | "offline";

/**
 * What the user is told about the connection:
 * - `connecting`: the first connection is being made
 * - `live`: changes arrive as they happen
 * - `reconnecting`: the realtime connection is lost; requests may still work
 * - `polling`: requests work and realtime does not; the board asks for changes every few seconds
 * - `offline`: there is no network
 * - `restarting`: a proxy or the server itself answers that the server is not available
 * - `outdated`: the server is newer than this page; the user should reload
 */
export type ConnectionPhase =
  | "connecting"
  | "live"
  | "reconnecting"
  | "polling"
  | "offline"
  | "restarting"
  | "outdated";

export interface ConnectionStatus {
  readonly phase: ConnectionPhase;
  /** Epoch milliseconds by this machine's clock when the connection was lost; null while it works. */
  readonly since: number | null;
  /** Number of the user's changes that the server has not confirmed yet, without failed ones. */
  readonly waiting: number;
}

/** A user who is present on the board; several tabs are one member. */
export interface Member extends Person {}

/** The state of a board for its screen. Immutable; parts that did not change keep their identity. */
export interface BoardState {
  readonly status: "loading" | "ready" | "failed";
  /** Why the board could not be loaded; the app then shows the route `error/{code}`. */
  readonly failure: { readonly status: number; readonly code?: string; readonly data?: unknown } | null;
  /** What the screen shows: the confirmed view with pending changes and deferred deletions applied. */
  readonly view: BoardView | null;
  readonly pending: readonly PendingEntry[];
  /** Changes that were not sent; the user must be told. Kept until `acknowledgeDropped`. */
  readonly dropped: readonly DroppedChange[];
  /** The own changes that are undone and redone next; null: there is none. */
  readonly nextUndo: ChangeEntry | null;
  readonly nextRedo: ChangeEntry | null;
  /** False when the browser gives no storage: pending changes are then lost with the page. */
  readonly durable: boolean;
  readonly subscription: SubscriptionState;
  /** What the connection indicator shows. Keeps its identity until something in it changes. */
  readonly connectionStatus: ConnectionStatus;
  /** Users who are on the board now, this user included. */
  readonly members: readonly Member[];
  /** Names and options by user id: authors on the board, members, and updates from `update.user` whispers. */
  readonly people: ReadonlyMap<string, PersonInfo>;
  /** Item id → ids of the users who edit it now, never this user. */
  readonly editing: ReadonlyMap<string, readonly string[]>;
  /**
   * Column id → ids of the users who write a new sticker there, never this user; the empty id: one whose name
   * is withheld.
   */
  readonly writing: ReadonlyMap<string, readonly string[]>;
}

/** One open board: its state, and the functions that change it. */
export interface BoardStore {
  readonly boardId: string;
  getState: () => BoardState;
  /** @returns a function that ends the subscription */
  subscribe: (listener: () => void) => () => void;
  /**
   * Like `subscribe`, for one item only: the item, its children in order, its votes, editors and save state,
   * and options that concern all items. The empty id means the list of sections.
   */
  subscribeItem: (id: string, listener: () => void) => () => void;
  /**
   * Shows the command's predicted outcome at once and sends the command; while the server cannot be reached,
   * it waits.
   * @returns the answer's `data`; null when the command was not necessary any more
   * @throws ApiErrorLike when refused, after the prediction was rolled back
   */
  send: (command: BoardCommand) => Promise<unknown>;
  /**
   * Like `send`, for undo and redo: the history does not record it, and when it is refused, no text of it
   * stays with the user.
   */
  sendUndo: (command: BoardCommand) => Promise<unknown>;
  /** The user's own changes that can be undone and redone. */
  readonly history: ChangeHistory;
  /**
   * Makes any other call that changes the board and applies the `meta` of its answer. Never retried.
   * @param path below `boards/{id}`, for example `/timers`
   * @returns the answer's `data`
   * @throws ApiErrorLike
   */
  call: <T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown) => Promise<T>;
  /**
   * Hides a sticker at once and deletes it after ten seconds. `commit` or leaving the board deletes it
   * earlier, `undo` cancels the deletion. `ended` resolves when undo is no longer possible.
   */
  deferDelete: (id: string) => Deletion;
  /** What the user has typed and not sent. */
  readonly drafts: Drafts;
  /** Sends a failed entry once more. @param seen the revision that the user has seen since, and replaces */
  retry: (key: string, seen?: number) => void;
  /** Removes a failed entry. */
  discard: (key: string) => void;
  /** The user has read the list of dropped changes. */
  acknowledgeDropped: () => void;
  /**
   * Queues other users' changes until the returned function is called. A second call of that function does
   * nothing.
   */
  pauseUpdates: () => () => void;
  /** Tells the other users which item this user edits; `null`: none. */
  whisperEditing: (itemId: string | null) => void;
  /**
   * Tells the other users in which column this user writes a new sticker, with the user's name if it may be
   * known; `null`: in none.
   */
  whisperWriting: (columnId: string | null) => void;
  /** Tells the other users and this screen the user's new name and options. */
  whisperUser: (info: PersonInfo) => void;
  /** Epoch milliseconds by the server's clock. */
  serverNow: () => number;
  /** Epoch milliseconds by the same clock at which a request that is sent now arrives. */
  serverArrival: () => number;
  /** Fetches the names and options of everyone on the board (spec 2.30). */
  reloadPeople: () => void;
  /** Loads everything again; pending changes stay. */
  reload: () => Promise<void>;
  close: () => void;
}
