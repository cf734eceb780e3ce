import type { Person, PersonInfo } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply";
import type { Command } from "@retro/rules/predict";

/** What the interface needs of a refusal; the api room's `ApiError` is one. */
export interface ApiErrorLike {
  readonly name: string;
  readonly message: string;
  readonly status: number;
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly data?: unknown;
}

/** `waiting`: queued until the server can be reached again; `failed`: refused for good, kept so that no words are lost. */
export type SaveState = "saving" | "waiting" | "failed";

export interface PendingEntry {
  readonly key: number;
  readonly command: Command;
  readonly state: SaveState;
  readonly error?: ApiErrorLike;
}

export type Connection = "live" | "connecting" | "offline";

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
  readonly connection: Connection;
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
   * Shows the command's outcome at once and sends it; while the server cannot be reached it waits and is sent later.
   * @returns the answer's `data`
   * @throws ApiErrorLike when refused, after the prediction was rolled back
   */
  send: (command: Command) => Promise<unknown>;
  /**
   * Any other call that changes the board; its answer's `meta` is applied. Never retried.
   * @param path below `boards/{id}`, for example `/timers`
   * @returns the answer's `data`
   * @throws ApiErrorLike
   */
  call: <T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown) => Promise<T>;
  /** A deletion that can still be undone: hidden at once, sent by `commit` or when the page goes, kept by `undo`. */
  deferDelete: (id: string) => { commit: () => void; undo: () => void };
  /** Sends a failed entry once more. */
  retry: (key: number) => void;
  /** Gives a failed entry up. */
  discard: (key: number) => void;
  /** Others' changes wait until the returned function is called (it may be called twice). */
  hold: () => () => void;
  /** Tells the others which item this user is editing; `null`: none any more. */
  whisperEditing: (itemId: string | null) => void;
  /** Tells the others (and this screen) the user's new name and options. */
  whisperUser: (info: PersonInfo) => void;
  /** Epoch milliseconds by the server's clock. */
  serverNow: () => number;
  /** By the same clock, when a call that is made now gets there. */
  serverArrival: () => number;
  /** Loads everything anew; what is pending stays. */
  reload: () => Promise<void>;
  close: () => void;
}
