import type { Call } from "../apiCalls.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import type { BoardUpdate, Replica, SnapshotUpdate } from "../view/replica.ts";
import type { ServerClock } from "../serverClock.ts";
import type { ApiErrorLike } from "../apiCalls.ts";

export interface SyncOptions {
  boardId: string;
  me: string;
  call: Call;
  env: BoardEnvironment;
  clock: ServerClock;
  /** Whether realtime delivers changes. */
  isLive: () => boolean;
  /** Number of users on the board: their requests after a reveal are spread over time. */
  memberCount: () => number;
  /** Delays the first view after the board is loaded. Never rejects. */
  beforeFirstView: () => Promise<void>;
  /** The confirmed view has changed. */
  onChange: () => void;
  /** The user must leave the board: it is deleted, closed to this user, or could not be loaded. */
  onFailure: (error: ApiErrorLike) => void;
  /** The server has answered a load or a comparison. */
  serverReached: () => void;
  /** The server could not answer; `Sync` asks again. */
  serverUnreached: (error: ApiErrorLike) => void;
  /** The server sent a change of a type that this page does not know. */
  onPageOutdated: () => void;
  /** The board as this device last stored it; used while the server cannot be reached. */
  loadStored: () => Promise<SnapshotUpdate | undefined>;
}

/**
 * Keeps the confirmed view correct: loads, catches up, closes gaps, compares versions [Y1 to Y4]. Realtime
 * makes it faster, but correctness does not depend on it.
 */
export interface Sync {
  readonly replica: Pick<Replica, "view" | "completeVersion" | "hasGap">;
  /**
   * The first load, or a complete reload. Never rejects: it is retried, or reported to `onFailure`
   * (docs/web.md, "Errors").
   */
  load: () => Promise<boolean>;
  applyUpdate: (update: BoardUpdate) => void;
  /** Fetches a version of which only the number has arrived. */
  fetchVersion: (version: number) => void;
  /**
   * Compares versions with the server and catches up. Never rejects.
   * @returns whether the confirmed view now contains everything that was committed before the call
   */
  compare: () => Promise<boolean>;
  /** Realtime was connected or lost, or the page is visible again: plans the next comparison anew. */
  realtimeChanged: () => void;
  /** Queues other users' changes until the returned function is called, except those that hide text [H1]. */
  pauseUpdates: () => () => void;
  /**
   * Applies the `meta` of an answer to this user.
   * @returns the version from which on the view contains the answer; null when the answer does not say
   */
  applyMeta: (meta: unknown) => number | null;
  close: () => void;
}
