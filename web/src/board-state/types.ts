import type { Person, PersonInfo } from "@retro/contract/users";
import type { BoardView } from "@retro/rules/apply-change";
import type { DroppedChange, PendingEntry } from "./outbox/pendingEntry.ts";
import type { Ready } from "./people/readiness.ts";
import type { Wish } from "./people/wishes.ts";
import type { ScreenState } from "./view/screenView.ts";
import type { ChangeEntry } from "./history/changeSteps.ts";

export type SubscriptionState = "live" | "connecting" | "offline";

/**
 * The state of the connection that the user sees:
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
  readonly screen: ScreenState;
  readonly pending: readonly PendingEntry[];
  /** Changes that were not sent; the user must see them. Kept until `acknowledgeDropped`. */
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
  /** Column id → ids of the others who write there; the empty id: one whose name is withheld. */
  readonly writing: ReadonlyMap<string, readonly string[]>;
  /** The states that this user and the others sent in the present step of a meeting [F5]. */
  readonly ready: Ready;
  readonly readyOthers: ReadonlyMap<string, readonly string[]>;
  /** This user's wish about the present topic, and the tokens of others by their wishes [F6]. */
  readonly wish: Wish;
  readonly wishOthers: ReadonlyMap<string, readonly string[]>;
}
