import type { Person, PersonInfo } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";

/** What the interface needs of a refusal; the api room's `ApiError` is one. */
export interface ApiErrorLike {
  readonly name: string;
  readonly message: string;
  readonly status: number;
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly data?: unknown;
  /** The body is not this server's: it says nothing about the request. */
  readonly foreign?: boolean;
}

/** `waiting`: queued until the server can be reached again; `failed`: refused for good, kept so that no words are lost. */
export type SaveState = "saving" | "waiting" | "failed";

export interface PendingEntry {
  readonly key: string;
  readonly command: BoardCommand;
  readonly state: SaveState;
  readonly error?: ApiErrorLike;
}

/** A change that was not sent because others have changed the board since, or that the server refused after a reload. */
export interface DroppedChange {
  readonly key: string;
  readonly type: BoardCommand["type"];
  /** The sticker's text; null when it is gone or hidden. */
  readonly title: string | null;
}

export type SubscriptionState = "live" | "connecting" | "offline";

/**
 * What the user is told about the connection:
 * - `connecting`: the first connection is being made
 * - `live`: changes arrive as they happen
 * - `reconnecting`: the realtime connection is lost; requests may still work
 * - `polling`: requests work and realtime does not; the board asks for changes every few seconds
 * - `offline`: the network is away
 * - `restarting`: the server, or what is in front of it, answers that it is not there
 * - `outdated`: the server is newer than this page; a reload of the page is due
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
  /** Epoch milliseconds by this machine's clock when the connection was lost; null while it is there. */
  readonly since: number | null;
  /** How many of the user's changes the server has not confirmed yet, failed ones left out. */
  readonly waiting: number;
}

/** A user who is present on the board; several tabs are one member. */
export interface Member extends Person {}

/** One moment of a board as its screen needs it. Immutable; parts that did not change keep their identity. */
export interface BoardState {
  readonly status: "loading" | "ready" | "failed";
  /** Why the board could not be loaded; leads to the route `error/{code}`. */
  readonly failure: { readonly status: number } | null;
  /** What is shown: the confirmed view with what is pending and what is about to be deleted applied. */
  readonly view: BoardView | null;
  readonly pending: readonly PendingEntry[];
  /** Changes that were not sent; the user must be told. Kept until `forgetDropped`. */
  readonly dropped: readonly DroppedChange[];
  /** False when pending changes are lost with the page: the browser gives no storage. */
  readonly durable: boolean;
  readonly subscription: SubscriptionState;
  /** The connection as the indicator tells it. Keeps its identity until something in it changes. */
  readonly connectionStatus: ConnectionStatus;
  /** Who is here now, oneself included. */
  readonly members: readonly Member[];
  /** Everyone known by id: authors on the board, members, and what `update.user` whispers told. */
  readonly people: ReadonlyMap<string, PersonInfo>;
  /** Item id → ids of the users editing it now, never oneself. */
  readonly editing: ReadonlyMap<string, readonly string[]>;
}

/** One open board: what is shown, and the ways to change it. */
export interface BoardStore {
  readonly boardId: string;
  getState: () => BoardState;
  /** @returns the function that ends the subscription */
  subscribe: (listener: () => void) => () => void;
  /**
   * As `subscribe`, for what is shown of one item: itself, its children in order, its votes, editors and save state, and options that
   * concern all. The empty id means the list of sections.
   */
  subscribeItem: (id: string, listener: () => void) => () => void;
  /**
   * Shows the command's outcome at once and sends it; while the server cannot be reached it waits and is sent later.
   * @returns the answer's `data`
   * @throws ApiErrorLike when refused, after the prediction was rolled back
   */
  send: (command: BoardCommand) => Promise<unknown>;
  /**
   * Any other call that changes the board; its answer's `meta` is applied. Never retried.
   * @param path below `boards/{id}`, for example `/timers`
   * @returns the answer's `data`
   * @throws ApiErrorLike
   */
  call: <T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown) => Promise<T>;
  /**
   * Hides a sticker at once and deletes it after ten seconds, earlier by `commit` or when the board is left, never after `undo`.
   * `ended` resolves when undoing is no longer possible.
   */
  deferDelete: (id: string) => { commit: () => void; undo: () => void; ended: Promise<void> };
  /** Stores the text of an open dialog, as the command that would save it, so that it survives the page; null: nothing is unsaved. */
  storeDraft: (command: BoardCommand | null) => void;
  /** Sends a failed entry once more. */
  retry: (key: string) => void;
  /** Gives a failed entry up. */
  discard: (key: string) => void;
  /** The user has read what was dropped. */
  acknowledgeDropped: () => void;
  /** Others' changes wait until the returned function is called (it may be called twice). */
  pauseUpdates: () => () => void;
  /** Tells the others which item this user is editing; `null`: none any more. */
  whisperEditing: (itemId: string | null) => void;
  /** Tells the others (and this screen) the user's new name and options. */
  whisperUser: (info: PersonInfo) => void;
  /** Epoch milliseconds by the server's clock. */
  serverNow: () => number;
  /** By the same clock, when a call that is made now gets there. */
  serverArrival: () => number;
  /** Fetches the names and options of everyone on the board (spec 2.30). */
  reloadPeople: () => void;
  /** Loads everything again; pending changes stay. */
  reload: () => Promise<void>;
  close: () => void;
}
